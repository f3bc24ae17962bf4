import HTTPClient
import ReleaseModel
import ReleaseTrust
import TrustTransport

/// What a registry's metadata says, as a client that trusts this machine's root sees it: so that a registry in wrong
/// hands cannot get its own metadata signed.
struct VerifiedTrust {
  let offline: OfflineMetadata
  /// Channels that were removed: nobody is trusted with them any more, and the registry still has their metadata.
  let formerChannels: Set<Channel>

  /// Brings the metadata up to date and verifies all of it. What was trusted once is remembered beside the
  /// configuration, so that nobody can show this machine an older state later.
  ///
  /// - Parameter acceptsExpired: whether what has expired counts too. Then a registry in wrong hands can show an older state
  ///   to a machine that remembers none.
  init(of client: RegistryClient, _ invocation: Invocation, acceptsExpired: Bool = false) throws {
    let limits = MetadataLimits()
    let pinned = try TrustArguments.pinnedRoot(invocation)
    let folder = try Self.folder(of: client.address, invocation)
    var updater = try Updater(
      store: try TrustStore(folder: folder.path),
      fetcher: HTTPMetadataFetcher(folder: client.address.appending(path: ["tuf"]), client: client.http),
      pinnedRoot: pinned, referenceTime: acceptsExpired ? Timestamp(secondsSinceEpoch: 0) : Clock.now,
      rootQuestion: .withTimestamp, limits: limits)
    try updater.refresh()
    guard let targets = updater.trusted.targets(of: TopLevelRole.targets.name) else {
      throw TrustError(.missingMetadata, "the registry has no targets metadata")
    }
    let channels = (targets.delegations?.roles ?? []).map(\.name).filter { $0 != ReleaseRole.status }
    // The registry's own words are verified as well: one that cannot say what is withdrawn gets nothing signed.
    _ = try ReleaseStates(try updater.delegatedTargets(of: ReleaseRole.status))
    for channel in channels { _ = try updater.delegatedTargets(of: channel) }
    offline = try updater.offlineMetadata(channels: channels)
    let others = (updater.trusted.snapshot?.roles ?? []).filter { role in
      ![TopLevelRole.targets.name, ReleaseRole.status].contains(role) && !channels.contains(role)
    }
    formerChannels = Set(try others.map { try Channel(parsing: $0.string) })
    withExtendedLifetime(folder.scratch) {}
  }

  /// Where trusted metadata of a registry is kept: with the user's configuration; without a home folder, only for this run.
  private static func folder(
    of address: WebAddress, _ invocation: Invocation
  ) throws -> (path: String, scratch: ScratchFolder?) {
    guard let home = try invocation.environment["HOME"] else {
      let scratch = try ScratchFolder()
      return (scratch.path, scratch)
    }
    let path = "\(home)/.config/relctl/trust/\(ExactText(address.text).percentEncoded)"
    try FolderWriter.createPrivate(path)
    return (path, nil)
  }
}
