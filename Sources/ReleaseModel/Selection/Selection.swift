/// What selection gives a device: a release, or why there is none.
package enum Selection: Sendable, Hashable {
  case release(ReleaseCandidate)
  case none(NoReleaseReason)
}

/// Why a device is offered nothing; the reason of the newest published release of the channel.
package enum NoReleaseReason: String, Sendable, Hashable, Codable, CaseIterable {
  case noPublishedRelease = "no_published_release"
  case wrapperOutOfRange = "wrapper_out_of_range"
  /// The wrapper would be in range if it were not a prerelease that the range does not name.
  case wrapperPrereleaseExcluded = "wrapper_prerelease_excluded"
  case apiContractMismatch = "api_contract_mismatch"
  case outsideRollout = "outside_rollout"

  /// What a device is told. It says nothing of the channel or the wrapper, so that an unknown channel and an empty one
  /// are answered alike.
  package var detail: String {
    switch self {
    case .noPublishedRelease: "no release is published on this channel"
    case .wrapperOutOfRange: "the newest release is for other wrapper versions; a native update may help"
    case .wrapperPrereleaseExcluded:
      "this wrapper is a prerelease, and the newest release does not name prereleases of its version"
    case .apiContractMismatch:
      "the newest release needs another version of the API contract than this server's"
    case .outsideRollout: "the newest release has not reached this device yet"
    }
  }
}

/// What selection found about one candidate.
package enum CandidateReason: String, Sendable, Hashable, Codable, CaseIterable {
  case selected
  case draft
  case paused
  case retired
  case wrapperOutOfRange = "wrapper_out_of_range"
  case wrapperPrereleaseExcluded = "wrapper_prerelease_excluded"
  case apiContractMismatch = "api_contract_mismatch"
  case outsideRollout = "outside_rollout"
  /// The device could run it, but a newer one was selected.
  case olderThanSelected = "older_than_selected"
}

/// One candidate with the reason why it was selected or passed over.
package struct CandidateTrace: Sendable, Hashable, Codable {
  package let releaseVersion: SemanticVersion
  /// The registry-wide number given at publish; nil for a draft.
  package let sequence: Int64?
  package let state: ReleaseState
  package let reason: CandidateReason
  /// The reason in words, with the values that were compared.
  package let detail: String
}

/// What a device says of itself when it asks for a release.
package struct SelectionRequest: Sendable, Hashable {
  package let wrapperVersion: SemanticVersion
  /// The device's number for phased rollouts, when it has one.
  package let cohort: Cohort?

  package init(wrapperVersion: SemanticVersion, cohort: Cohort? = nil) {
    self.wrapperVersion = wrapperVersion
    self.cohort = cohort
  }
}
