import HTTPClient
import ReleaseModel
import ReleaseTrust
import TrustTransport

/// What a registry's metadata says, as a client that trusts this machine's root sees it: so that a registry in wrong
/// hands cannot get its own metadata signed.
struct VerifiedTrust {
  let offline: OfflineMetadata

  /// Brings the metadata up to date and verifies all of it. What was trusted once is remembered beside the
  /// configuration, so that nobody can show this machine an older state later.
  init(of client: RegistryClient, _ invocation: Invocation) throws {
    guard let path = try invocation[TrustArguments.trustRoot] else {
      throw CommandError(
        .usage, "missing_trust_root", "this command needs the root that this machine trusts",
        hint:
          "give --trust-root FILE, or set RELCTL_TRUST_ROOT; 'relctl trust publish --root-out FILE' wrote it")
    }
    let limits = MetadataLimits()
    let pinned = try FileReader.read(path, maximumBytes: limits.rootBytes).bytes
    let folder = try Self.folder(of: client.address, invocation)
    var updater = try Updater(
      store: try TrustStore(folder: folder.path),
      fetcher: HTTPMetadataFetcher(folder: client.address.appending(path: ["tuf"]), client: client.http),
      pinnedRoot: pinned, referenceTime: Clock.now, limits: limits)
    try updater.refresh()
    guard let targets = updater.trusted.targets(of: TopLevelRole.targets.name) else {
      throw TrustError(.missingMetadata, "the registry has no targets metadata")
    }
    let channels = (targets.delegations?.roles ?? []).map(\.name).filter { $0 != ReleaseRole.status }
    // The registry's own words are verified as well: one that cannot say what is withdrawn gets nothing signed.
    _ = try ReleaseStates(try updater.delegatedTargets(of: ReleaseRole.status))
    for channel in channels { _ = try updater.delegatedTargets(of: channel) }
    offline = try updater.offlineMetadata(channels: channels)
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
