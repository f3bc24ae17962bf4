import ReleaseModel

/// The public answer of a web check, and the reason for each candidate.
struct WebExplanation: Encodable {
  let channel: Channel
  let wrapperVersion: SemanticVersion
  let apiContractVersion = APIContract.version
  /// The release that devices are offered; nil when there is none.
  let release: LatestRelease?
  /// Why there is none.
  let reason: NoReleaseReason?
  let candidates: [CandidateTrace]
}

/// The public answer of a native check, and every policy of the channel and platform that was looked at.
struct NativeExplanation: Encodable {
  struct Considered: Encodable {
    let policyId: String
    let reason: String
  }

  let answer: NativeUpdateAnswer
  let policies: [Considered]
}

extension Registry {
  func explainWeb(_ channel: Channel, _ request: SelectionRequest) -> WebExplanation {
    let (selection, trace) = snapshots.current.index(of: channel).explain(request)
    switch selection {
    case .release(let candidate):
      return WebExplanation(
        channel: channel, wrapperVersion: request.wrapperVersion, release: latestRelease(candidate, channel),
        reason: nil, candidates: trace)
    case .none(let reason):
      return WebExplanation(
        channel: channel, wrapperVersion: request.wrapperVersion, release: nil, reason: reason,
        candidates: trace)
    }
  }

  func explainNative(
    _ channel: Channel, _ platform: Platform, _ wrapperVersion: SemanticVersion
  ) throws(RegistryError) -> NativeExplanation {
    let policy = snapshots.current.policy(channel, platform)
    let considered = try policies().filter { $0.channel == channel && $0.platform == platform }
    return NativeExplanation(
      answer: NativeUpdateAnswer(
        wrapperVersion: wrapperVersion, channel: channel, platform: platform, policy: policy),
      policies: considered.map { candidate in
        let reason =
          candidate.id == policy?.id ? "decides" : candidate.active ? "older_than_deciding" : "inactive"
        return NativeExplanation.Considered(policyId: candidate.id, reason: reason)
      })
  }
}
