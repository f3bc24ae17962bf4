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
  /// The roles below root that this machine saw newer versions of; none unless that is tolerated.
  let falls: [RememberedVersions.Fall]

  /// Brings the metadata up to date and verifies all of it. What was trusted once is remembered beside the
  /// configuration, so that nobody can show this machine an older state later.
  ///
  /// - Parameter acceptsExpired: whether what has expired counts too. Then a registry in wrong hands can show an older state
  ///   to a machine that remembers none.
  /// - Parameter acceptsFalls: whether a state that is older than what this machine remembers below root counts too, as a
  ///   restored registry shows it. What is remembered stays.
  init(
    of client: RegistryClient, _ invocation: Invocation, acceptsExpired: Bool = false,
    acceptsFalls: Bool = false
  ) throws {
    do {
      try self.init(
        verifying: client, invocation, acceptsExpired: acceptsExpired, acceptsFalls: acceptsFalls)
    } catch let error as TrustError {
      throw try TrustArguments.refusal(error, invocation)
    }
  }

  private init(
    verifying client: RegistryClient, _ invocation: Invocation, acceptsExpired: Bool, acceptsFalls: Bool
  ) throws {
    let limits = MetadataLimits()
    let pinned = try TrustArguments.pinnedRoot(invocation)
    let memory = try Self.folder(of: client.address, invocation)
    let folder = acceptsFalls ? try Self.scratch() : memory
    var updater = try Updater(
      store: try TrustStore(folder: folder.path),
      fetcher: HTTPMetadataFetcher(folder: client.address.appending(path: ["tuf"]), client: client.http),
      pinnedRoot: pinned, beginsAnew: false,
      referenceTime: acceptsExpired ? Timestamp(secondsSinceEpoch: 0) : Clock.now,
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
    falls = acceptsFalls ? try RememberedVersions(in: memory.path).falls(to: updater.trusted) : []
    withExtendedLifetime((memory.scratch, folder.scratch)) {}
  }

  /// Where trusted metadata of a registry is kept: with the user's configuration; without a home folder, only for this run.
  private static func folder(
    of address: WebAddress, _ invocation: Invocation
  ) throws -> (path: String, scratch: ScratchFolder?) {
    guard let home = try invocation.environment["HOME"] else { return try scratch() }
    let path = "\(home)/.config/relctl/trust/\(ExactText(address.text).percentEncoded)"
    try FolderWriter.createPrivate(path)
    return (path, nil)
  }

  /// What targets said when this machine last looked; nil when it remembers nothing. It says who may sign probably, and
  /// decides nothing: nobody verifies it here.
  static func rememberedTargets(
    of address: WebAddress, _ invocation: Invocation
  ) throws -> TargetsMetadata? {
    guard try invocation.environment["HOME"] != nil else { return nil }
    return try RememberedVersions.content(
      of: .targets, in: try TrustStore(folder: try folder(of: address, invocation).path),
      MetadataLimits().targetsBytes)
  }

  private static func scratch() throws -> (path: String, scratch: ScratchFolder?) {
    let scratch = try ScratchFolder()
    return (scratch.path, scratch)
  }
}
