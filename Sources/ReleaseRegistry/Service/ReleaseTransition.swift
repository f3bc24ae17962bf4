import ReleaseModel

/// A change of a release's state that can be asked for.
package enum ReleaseTransition: String, Sendable, CaseIterable {
  case publish
  case pause
  case resume
  case retire

  /// The state that it leads to.
  var target: ReleaseState {
    switch self {
    case .publish, .resume: .published
    case .pause: .paused
    case .retire: .retired
    }
  }

  /// The states that it may start from.
  var sources: Set<ReleaseState> {
    switch self {
    case .publish: [.draft]
    case .pause: [.published]
    case .resume: [.paused]
    case .retire: [.published, .paused]
    }
  }

  /// Throws `invalid_transition` when a release in this state cannot make it.
  func check(_ release: WebRelease) throws(RegistryError) {
    guard !sources.contains(release.state) else { return }
    let possible = Self.allCases.filter { $0.sources.contains(release.state) }.map(\.rawValue)
    let advice =
      possible.isEmpty
      ? "nothing can be done with it any more" : "possible now: \(possible.joined(separator: ", "))"
    throw RegistryError(
      .invalidTransition,
      "\(release.channel)/\(release.releaseVersion) is \(release.state.rawValue) and cannot \(rawValue); \(advice)"
    )
  }
}
