/// The public answer of a web check, and the reason for each of the newest candidates: the `data` of
/// `GET /admin/v1/explain/web`.
package struct WebExplanation: Sendable, Hashable, Encodable {
  /// How many candidates are listed when nobody says otherwise, and at most.
  package static let standardLimit = 100
  package static let maximumLimit = 1_000

  package let channel: Channel
  package let wrapperVersion: SemanticVersion
  /// The contract that the deciding server was compiled for.
  package let apiContractVersion: SemanticVersion
  /// The release that devices are offered; nil when there is none.
  package let release: LatestRelease?
  /// Why there is none.
  package let reason: NoReleaseReason?
  /// The newest candidates, each with its reason. The selected one need not be among them.
  package let candidates: [CandidateTrace]
  /// How many candidates the channel has.
  package let candidateCount: Int
  /// Whether `candidates` are only a part of them.
  package let truncated: Bool

  /// Decides, and explains the first `limit` candidates; `release` says how the chosen one is offered.
  package init(
    of channel: Channel, _ index: ReleaseIndex, _ request: SelectionRequest, limit: Int,
    release: (ReleaseCandidate) -> LatestRelease
  ) {
    let (selection, trace) = index.explain(request, limit: limit)
    self.channel = channel
    wrapperVersion = request.wrapperVersion
    apiContractVersion = index.apiContractVersion
    switch selection {
    case .release(let candidate): (self.release, reason) = (release(candidate), nil)
    case .none(let reason): (self.release, self.reason) = (nil, reason)
    }
    candidates = trace
    candidateCount = index.candidateCount
    truncated = trace.count < candidateCount
  }
}
