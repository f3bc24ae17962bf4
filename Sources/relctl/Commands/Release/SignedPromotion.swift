import HTTPClient
import ReleaseModel
import ReleaseTrust

/// A release that is signed for another channel than the one that it was published on.
struct SignedPromotion {
  private let original: SignedRelease
  private let channel: Channel
  private let gates: ReleaseGates

  /// Takes what was signed of a release at its publish, and not what the registry says of it now.
  ///
  /// Throws `release_not_signed`.
  init(
    of release: ReleaseResource, to channel: Channel, wrapperRange: VersionRange?,
    apiContractRange: VersionRange?,
    _ trust: VerifiedTrust
  ) throws {
    let path = ReleaseRole.path(of: release.version, on: release.channel)
    guard
      let file = trust.offline.channels[ReleaseRole.name(of: release.channel)]?.content.targets[path]
    else {
      throw CommandError(
        .integrity, "release_not_signed",
        "\(release.version) on \(release.channel) is not signed, so it is not promoted",
        hint: "publish it again, under a new version")
    }
    original = try SignedRelease(file, at: path)
    self.channel = channel
    gates = ReleaseGates(
      wrapperRange: wrapperRange ?? original.gates.wrapperRange,
      apiContractRange: apiContractRange ?? original.gates.apiContractRange)
  }

  /// The release on its new channel.
  func release(_ sequence: Int64) -> SignedRelease {
    SignedRelease(
      channel: channel, version: original.version, sequence: sequence, artifact: original.artifact,
      sizeBytes: original.sizeBytes, tree: original.tree, entryFile: original.entryFile, gates: gates)
  }
}
