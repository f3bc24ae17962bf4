/// The candidates of one channel, arranged so that a decision costs the same however many there are.
///
/// Built once for each change of the channel. The arrangement only narrows which candidates are worth judging; every
/// decision is made by `Judgement`, in the order newest `publishedAt` first, then higher sequence.
package struct ReleaseIndex: Sendable {
  /// Every candidate of the channel, newest first.
  package let candidates: [ReleaseCandidate]
  private let judgement: Judgement
  private let newestPublished: Int?
  /// Published candidates that are rolled out to everybody, by the wrapper versions that they are for.
  private let complete: WrapperRangeIndex
  /// The ranks of published candidates that are rolled out to a part of the fleet, newest first.
  private let partial: [Int]

  package init(_ candidates: some Sequence<ReleaseCandidate>, apiContractVersion: SemanticVersion) {
    let judgement = Judgement(apiContractVersion: apiContractVersion)
    let ordered = candidates.sorted(by: Self.isNewer)
    self.candidates = ordered
    self.judgement = judgement
    newestPublished = ordered.firstIndex { $0.state == .published }

    var partial: [Int] = []
    var complete: [(rank: Int, range: VersionRange)] = []
    var seen: Set<ReleaseGates> = []
    for (rank, candidate) in ordered.enumerated() where candidate.state == .published {
      if candidate.rollout != .everybody {
        partial.append(rank)
      } else if seen.insert(candidate.gates).inserted,
        candidate.gates.apiContractRange.contains(apiContractVersion)
      {
        // An older candidate with the same gates can never be chosen before this one.
        complete.append((rank, candidate.gates.wrapperRange))
      }
    }
    self.partial = partial
    self.complete = WrapperRangeIndex(complete)
  }

  /// Whether some published release is offered to a part of the fleet only.
  package var hasPartialRollouts: Bool { !partial.isEmpty }

  /// The release that a device gets, or why there is none.
  package func select(_ request: SelectionRequest) -> Selection {
    guard let newestPublished else { return .none(.noPublishedRelease) }
    let rolledOut = complete.newest(for: request.wrapperVersion)
    for rank in partial where rolledOut.map({ rank < $0 }) ?? true {
      if judgement.objection(to: candidates[rank], for: request) == nil { return .release(candidates[rank]) }
    }
    if let rolledOut { return .release(candidates[rolledOut]) }
    return .none(noReleaseReason(candidates[newestPublished], request))
  }

  /// The same decision, with the reason for every candidate of the channel, newest first.
  package func explain(_ request: SelectionRequest) -> (selection: Selection, trace: [CandidateTrace]) {
    var selected: ReleaseCandidate?
    var trace: [CandidateTrace] = []
    for candidate in candidates {
      let objection = judgement.objection(to: candidate, for: request)
      let reason = objection ?? (selected == nil ? .selected : .olderThanSelected)
      if reason == .selected { selected = candidate }
      trace.append(
        CandidateTrace(
          releaseVersion: candidate.version, sequence: candidate.state == .draft ? nil : candidate.sequence,
          state: candidate.state, reason: reason, detail: judgement.detail(of: reason, candidate, request)))
    }
    if let selected { return (.release(selected), trace) }
    guard let newestPublished else { return (.none(.noPublishedRelease), trace) }
    return (.none(noReleaseReason(candidates[newestPublished], request)), trace)
  }

  /// Whether newer releases, rolled out to everybody, serve every wrapper that the candidate is for.
  package func isHidden(_ candidate: ReleaseCandidate) -> Bool {
    let newer = candidates.filter {
      $0.state == .published && $0.rollout == .everybody && Self.isNewer($0, candidate)
        && $0.gates.apiContractRange.contains(judgement.apiContractVersion)
    }
    return candidate.gates.wrapperRange.isCovered(by: newer.map(\.gates.wrapperRange))
  }

  private func noReleaseReason(_ newest: ReleaseCandidate, _ request: SelectionRequest) -> NoReleaseReason {
    switch judgement.objection(to: newest, for: request) {
    case .wrapperOutOfRange: .wrapperOutOfRange
    case .wrapperPrereleaseExcluded: .wrapperPrereleaseExcluded
    case .apiContractMismatch: .apiContractMismatch
    case .outsideRollout: .outsideRollout
    case .selected, .draft, .paused, .retired, .olderThanSelected, nil: .noPublishedRelease
    }
  }

  private static func isNewer(_ left: ReleaseCandidate, _ right: ReleaseCandidate) -> Bool {
    left.publishedAt != right.publishedAt
      ? left.publishedAt > right.publishedAt : left.sequence > right.sequence
  }
}
