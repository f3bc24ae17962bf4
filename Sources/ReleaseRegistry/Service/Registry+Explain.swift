import ReleaseModel

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
  func explainWeb(_ channel: Channel, _ request: SelectionRequest, limit: Int) -> WebExplanation {
    WebExplanation(of: channel, snapshots.current.index(of: channel), request, limit: limit) { candidate in
      latestRelease(candidate, channel)
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
