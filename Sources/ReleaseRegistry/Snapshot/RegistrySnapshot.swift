import ReleaseModel

/// Everything that the public checks need, at one moment; never changed, only replaced as a whole.
final class RegistrySnapshot: Sendable {
  private let channels: [Channel: ReleaseIndex]
  private let policies: [PolicyKey: NativePolicy]
  /// The highest sequence number that was given.
  let sequence: Int64
  /// Whether any channel has a release that only a part of the fleet is offered.
  let hasPartialRollouts: Bool
  /// What is signed; nil in development mode.
  let trust: RegistryTrust?
  /// Answers that were given from this snapshot; they go with it, so they cannot be stale.
  let answers: AnswerCache

  private struct PolicyKey: Hashable {
    let channel: Channel
    let platform: Platform
  }

  convenience init(
    channels: [Channel: ReleaseIndex], policies: [NativePolicy], sequence: Int64, trust: RegistryTrust?
  ) {
    var deciding: [PolicyKey: NativePolicy] = [:]
    for (key, policies) in Dictionary(
      grouping: policies, by: { PolicyKey(channel: $0.channel, platform: $0.platform) })
    {
      deciding[key] = policies.deciding(channel: key.channel, platform: key.platform)
    }
    self.init(channels: channels, deciding: deciding, sequence: sequence, trust: trust)
  }

  private init(
    channels: [Channel: ReleaseIndex], deciding: [PolicyKey: NativePolicy], sequence: Int64,
    trust: RegistryTrust?, answers: AnswerCache = AnswerCache()
  ) {
    self.channels = channels
    policies = deciding
    self.sequence = sequence
    self.trust = trust
    self.answers = answers
    hasPartialRollouts = channels.values.contains(where: \.hasPartialRollouts)
  }

  /// The same without the answers that were given from it.
  func forgettingAnswers() -> RegistrySnapshot {
    RegistrySnapshot(channels: channels, deciding: policies, sequence: sequence, trust: trust)
  }

  /// The same with other signed metadata. No check is answered from that, so the answers stay.
  func replacing(trust: RegistryTrust) -> RegistrySnapshot {
    RegistrySnapshot(
      channels: channels, deciding: policies, sequence: sequence, trust: trust, answers: answers)
  }

  /// The same, with one release of a channel replaced, or added; nil removes it.
  func replacing(
    _ version: SemanticVersion, with new: ReleaseCandidate?, on channel: Channel
  ) -> RegistrySnapshot {
    var changed = channels
    changed[channel, default: Self.emptyIndex].replace(version, with: new)
    return RegistrySnapshot(
      channels: changed, deciding: policies, sequence: max(sequence, new?.sequence ?? 0), trust: trust)
  }

  /// The same, with all policies replaced.
  func replacing(policies: [NativePolicy]) -> RegistrySnapshot {
    RegistrySnapshot(channels: channels, policies: policies, sequence: sequence, trust: trust)
  }

  /// The releases of a channel; a channel without any is like one that nobody knows.
  func index(of channel: Channel) -> ReleaseIndex { channels[channel] ?? Self.emptyIndex }

  /// The policy that decides, when one is active.
  func policy(_ channel: Channel, _ platform: Platform) -> NativePolicy? {
    policies[PolicyKey(channel: channel, platform: platform)]
  }

  private static let emptyIndex = ReleaseIndex([], apiContractVersion: APIContract.version)
}
