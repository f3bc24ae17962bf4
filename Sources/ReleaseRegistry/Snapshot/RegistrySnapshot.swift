import HTTPServer
import ReleaseModel

/// Everything that the public checks need, at one moment; never changed, only replaced as a whole.
final class RegistrySnapshot: Sendable {
  private let channels: [Channel: ReleaseIndex]
  private let policies: [PolicyKey: NativePolicy]
  /// Whether any channel has a release that only a part of the fleet is offered.
  let hasPartialRollouts: Bool
  /// Answers that were given from this snapshot; they go with it, so they cannot be stale.
  let answers = AnswerCache()

  private struct PolicyKey: Hashable {
    let channel: Channel
    let platform: Platform
  }

  convenience init(channels: [Channel: ReleaseIndex], policies: [NativePolicy]) {
    var deciding: [PolicyKey: NativePolicy] = [:]
    for (key, policies) in Dictionary(
      grouping: policies, by: { PolicyKey(channel: $0.channel, platform: $0.platform) })
    {
      deciding[key] = policies.deciding(channel: key.channel, platform: key.platform)
    }
    self.init(channels: channels, policies: deciding)
  }

  private init(channels: [Channel: ReleaseIndex], policies: [PolicyKey: NativePolicy]) {
    self.channels = channels
    self.policies = policies
    hasPartialRollouts = channels.values.contains(where: \.hasPartialRollouts)
  }

  /// The same, with the releases of some channels replaced.
  func replacing(_ changed: [Channel: ReleaseIndex]) -> RegistrySnapshot {
    RegistrySnapshot(channels: channels.merging(changed) { $1 }, policies: policies)
  }

  /// The same, with all policies replaced.
  func replacing(policies: [NativePolicy]) -> RegistrySnapshot {
    RegistrySnapshot(channels: channels, policies: policies)
  }

  /// The releases of a channel; a channel without any is like one that nobody knows.
  func index(of channel: Channel) -> ReleaseIndex { channels[channel] ?? Self.emptyIndex }

  /// The policy that decides, when one is active.
  func policy(_ channel: Channel, _ platform: Platform) -> NativePolicy? {
    policies[PolicyKey(channel: channel, platform: platform)]
  }

  /// The highest sequence number that was given.
  var sequence: Int64 { channels.values.lazy.flatMap(\.candidates).map(\.sequence).max() ?? 0 }

  private static let emptyIndex = ReleaseIndex([], apiContractVersion: APIContract.version)
}
