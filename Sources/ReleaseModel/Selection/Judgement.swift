/// The one function that says whether a device may be offered a candidate.
struct Judgement {
  let apiContractVersion: SemanticVersion

  /// Nil when the device may be offered the candidate, else the first gate that keeps it out.
  func objection(to candidate: ReleaseCandidate, for request: SelectionRequest) -> CandidateReason? {
    switch candidate.state {
    case .draft: return .draft
    case .paused: return .paused
    case .retired: return .retired
    case .published: break
    }
    switch candidate.gates.wrapperRange.verdict(for: request.wrapperVersion) {
    case .outside: return .wrapperOutOfRange
    case .prereleaseExcluded: return .wrapperPrereleaseExcluded
    case .inside: break
    }
    if !candidate.gates.apiContractRange.contains(apiContractVersion) { return .apiContractMismatch }
    if !candidate.rollout.includes(request.cohort, salt: candidate.rolloutSalt) { return .outsideRollout }
    return nil
  }

  /// Whether some device with this wrapper may be offered the candidate, whatever its cohort.
  func reachesSomeDevice(_ candidate: ReleaseCandidate, with wrapperVersion: SemanticVersion) -> Bool {
    candidate.state == .published && candidate.rollout != .nobody
      && candidate.gates.wrapperRange.contains(wrapperVersion)
      && candidate.gates.apiContractRange.contains(apiContractVersion)
  }

  /// The reason in words.
  func detail(of reason: CandidateReason, _ candidate: ReleaseCandidate, _ request: SelectionRequest)
    -> String
  {
    switch reason {
    case .selected: "the newest release that this wrapper can run"
    case .draft: "the release is a draft"
    case .paused: "the release is paused"
    case .retired: "the release is retired"
    case .wrapperOutOfRange:
      "wrapper \(request.wrapperVersion) is not in '\(candidate.gates.wrapperRange)'"
    case .wrapperPrereleaseExcluded:
      "wrapper \(request.wrapperVersion) is a prerelease, and '\(candidate.gates.wrapperRange)' names no "
        + "prerelease of its major.minor.patch"
    case .apiContractMismatch:
      "API contract \(apiContractVersion) is not in '\(candidate.gates.apiContractRange)'"
    case .outsideRollout:
      request.cohort.map {
        "cohort \($0.value) is outside the rollout of \(candidate.rollout.value) basis points"
      }
        ?? "the device sent no cohort, and the rollout is \(candidate.rollout.value) basis points"
    case .olderThanSelected: "a newer release was selected"
    }
  }
}
