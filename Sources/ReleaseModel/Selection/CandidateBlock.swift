/// A run of neighbouring candidates, newest first, arranged so that the first match among them is found quickly.
///
/// The arrangement only narrows which candidates are worth judging; every decision is made by `Judgement`.
struct CandidateBlock: Sendable {
  let candidates: [ReleaseCandidate]
  /// The first published candidate.
  let newestPublished: ReleaseCandidate?
  /// Where the published candidates stand that are rolled out to everybody, by the wrapper versions they are for.
  private let complete: WrapperRangeIndex
  /// Where the published candidates stand that are rolled out to a part of the fleet.
  private let partial: [Int]

  /// Takes candidates in the order of selection.
  init(_ candidates: [ReleaseCandidate], apiContractVersion: SemanticVersion) {
    var complete: [(range: VersionRange, owner: Int32)] = []
    var partial: [Int] = []
    for index in candidates.indices
    where candidates[index].state == .published
      && candidates[index].gates.apiContractRange.contains(apiContractVersion)
    {
      if candidates[index].rollout == .everybody {
        complete.append((candidates[index].gates.wrapperRange, Int32(index)))
      } else if candidates[index].rollout != .nobody {
        partial.append(index)
      }
    }
    self.candidates = candidates
    newestPublished = candidates.first { $0.state == .published }
    self.complete = WrapperRangeIndex(complete)
    self.partial = partial
  }

  /// Whether some cohorts may be offered what others are not.
  var hasPartialRollouts: Bool { !partial.isEmpty }

  /// Whether some device with this wrapper may be offered one of them, whatever its cohort.
  func reachesSomeDevice(with wrapperVersion: SemanticVersion, _ judgement: Judgement) -> Bool {
    complete.owner(for: wrapperVersion) != nil
      || partial.contains { judgement.reachesSomeDevice(candidates[$0], with: wrapperVersion) }
  }

  /// The first candidate that the device may be offered.
  func firstMatch(for request: SelectionRequest, _ judgement: Judgement) -> ReleaseCandidate? {
    let rolledOut = complete.owner(for: request.wrapperVersion).map(Int.init)
    // A device without a cohort is outside every rollout that does not reach everybody.
    for index in request.cohort == nil ? [] : partial {
      if let rolledOut, rolledOut < index { break }
      if judgement.objection(to: candidates[index], for: request) == nil { return candidates[index] }
    }
    return rolledOut.map { candidates[$0] }
  }
}
