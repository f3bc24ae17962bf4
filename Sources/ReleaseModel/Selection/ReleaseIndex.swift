/// The candidates of one channel, arranged so that a decision, and a change of one candidate, cost next to nothing
/// however many there are.
///
/// The candidates stand in the order of selection, newest `publishedAt` first and then higher sequence, in blocks of
/// bounded size. A decision asks one block after the other, each in logarithmic time; a change rebuilds one block.
package struct ReleaseIndex: Sendable {
  let judgement: Judgement
  /// Newest first; none is empty.
  var blocks: [CandidateBlock]

  /// The most candidates of a new block; one that grows past twice as many is split.
  let blockSize: Int

  package init(
    _ candidates: [ReleaseCandidate], apiContractVersion: SemanticVersion, blockSize: Int = 512
  ) {
    judgement = Judgement(apiContractVersion: apiContractVersion)
    self.blockSize = blockSize
    // Places are sorted, because candidates are large to move.
    let order = candidates.indices.sorted { Self.isNewer(candidates[$0], candidates[$1]) }
    blocks = Self.blocks(of: order.lazy.map { candidates[$0] }, size: blockSize, judgement)
  }

  /// Every candidate of the channel, newest first.
  package var candidates: [ReleaseCandidate] { blocks.flatMap(\.candidates) }

  /// How many candidates the channel has.
  package var candidateCount: Int { blocks.reduce(0) { $0 + $1.candidates.count } }

  /// The contract that the deciding server was compiled for.
  package var apiContractVersion: SemanticVersion { judgement.apiContractVersion }

  /// Whether some published release is offered to a part of the fleet only.
  package var hasPartialRollouts: Bool { blocks.contains(where: \.hasPartialRollouts) }

  /// The release that a device gets, or why there is none.
  package func select(_ request: SelectionRequest) -> Selection {
    for block in blocks {
      if let match = block.firstMatch(for: request, judgement) { return .release(match) }
    }
    return .none(noReleaseReason(request))
  }

  /// The same decision, with the reason for each of the channel's first `limit` candidates, newest first.
  package func explain(
    _ request: SelectionRequest, limit: Int = .max
  ) -> (selection: Selection, trace: [CandidateTrace]) {
    var selected: ReleaseCandidate?
    var trace: [CandidateTrace] = []
    for candidate in blocks.lazy.flatMap(\.candidates).prefix(limit) {
      let objection = judgement.objection(to: candidate, for: request)
      let reason = objection ?? (selected == nil ? .selected : .olderThanSelected)
      if reason == .selected { selected = candidate }
      trace.append(
        CandidateTrace(
          releaseVersion: candidate.version, sequence: candidate.state == .draft ? nil : candidate.sequence,
          state: candidate.state, reason: reason, detail: judgement.detail(of: reason, candidate, request)))
    }
    if let selected { return (.release(selected), trace) }
    return (trace.count < candidateCount ? select(request) : .none(noReleaseReason(request)), trace)
  }

  /// Whether higher versions, rolled out to everybody, serve every wrapper that the candidate is for. Devices that run
  /// one of them refuse the candidate as a downgrade.
  package func isBehindHigherVersions(_ candidate: ReleaseCandidate) -> Bool {
    let higher = blocks.lazy.flatMap(\.candidates).filter {
      $0.version > candidate.version && $0.state == .published && $0.rollout == .everybody
        && $0.gates.apiContractRange.contains(judgement.apiContractVersion)
    }
    return candidate.gates.wrapperRange.isCovered(by: higher.map(\.gates.wrapperRange))
  }

  /// Whether some device with this wrapper may be offered one of the releases, or `candidate` beside them.
  func reachesSomeDevice(with wrapperVersion: SemanticVersion, besides candidate: ReleaseCandidate) -> Bool {
    judgement.reachesSomeDevice(candidate, with: wrapperVersion)
      || blocks.contains { $0.reachesSomeDevice(with: wrapperVersion, judgement) }
  }

  /// The reason of the newest published candidate, of a request that none of the candidates matches.
  private func noReleaseReason(_ request: SelectionRequest) -> NoReleaseReason {
    guard let newest = blocks.lazy.compactMap(\.newestPublished).first else { return .noPublishedRelease }
    return switch judgement.objection(to: newest, for: request) {
    case .wrapperOutOfRange: .wrapperOutOfRange
    case .wrapperPrereleaseExcluded: .wrapperPrereleaseExcluded
    case .apiContractMismatch: .apiContractMismatch
    case .outsideRollout: .outsideRollout
    case .selected, .draft, .paused, .retired, .olderThanSelected, nil: .noPublishedRelease
    }
  }
}

extension ReleaseIndex {
  /// Blocks of at most `size` candidates, which stand in the order of selection.
  static func blocks(
    of candidates: some RandomAccessCollection<ReleaseCandidate>, size: Int, _ judgement: Judgement
  ) -> [CandidateBlock] {
    stride(from: 0, to: candidates.count, by: size).map { start in
      CandidateBlock(
        Array(candidates.dropFirst(start).prefix(size)), apiContractVersion: judgement.apiContractVersion)
    }
  }

  /// The order of selection; versions only give drafts, which have neither moment nor sequence, a place of their own.
  static func isNewer(_ left: ReleaseCandidate, _ right: ReleaseCandidate) -> Bool {
    if left.publishedAt != right.publishedAt { return left.publishedAt > right.publishedAt }
    if left.sequence != right.sequence { return left.sequence > right.sequence }
    if left.version < right.version || right.version < left.version { return left.version > right.version }
    return left.version.description > right.version.description
  }
}
