import Glibc
package import HTTPServer
package import ReleaseModel
import ReleaseTrust
import Synchronization

/// A release registry on one data folder: what devices ask, and what super-admins change.
///
/// The operations are in one extension for each concept. A change is durable, and visible to every check that starts
/// afterwards, when its call returns.
package final class Registry: Sendable {
  let folder: DataFolder
  let store: any RegistryStore
  let snapshots: SnapshotHolder
  let seenWrappers = SeenWrappers()
  let counters = CheckCounters()
  let uploads = UploadCounters()
  let uploadSlots: UploadSlots
  let freshArtifacts = FreshArtifacts()
  let failedAttempts = FailedAttempts()
  let reportCounters = ReportCounters()
  let reportAddresses = AddressWindow(seconds: 60)
  let reportWriter: ReportWriter
  let configuration: RegistryConfiguration
  /// The registry's own key, and its successor: it signs what is withdrawn, and that this is the newest state.
  let onlineKeys: OnlineKeys
  private let lock: FolderLock
  private let publicURLText: Mutex<String>
  private let serverReport = Mutex<(@Sendable () -> ServerMetrics?)?>(nil)

  /// Opens the registry of a data folder and holds the folder's lock until it is gone.
  ///
  /// Throws `data_folder_missing`, `data_folder_in_use`, `unknown_schema_version`, `database_damaged`, what `OnlineKey.open` throws, or a
  /// storage error.
  package init(opening path: String, configuration: RegistryConfiguration) throws(RegistryError) {
    let folder = DataFolder(path: path)
    try folder.requireRegistry()
    lock = try FolderLock(folder)
    try folder.sweepIncoming()
    let store = try SQLiteStore(path: folder.database)
    try folder.sweepOrphans(besides: RecordedFiles(store.scan { session in try session.artifacts() }))
    try Self.settleRestore(store, at: configuration.clock())
    self.folder = folder
    self.store = store
    self.configuration = configuration
    uploadSlots = UploadSlots(maximum: configuration.maximumUploads)
    reportWriter = ReportWriter(store, configuration.reportLimits, reportCounters)
    publicURLText = Mutex(configuration.publicURL)
    let snapshot = try store.scan { session in try Self.snapshot(session) }
    snapshots = SnapshotHolder(snapshot)
    onlineKeys = try OnlineKeys(
      folder, configuration.onlineKeyPassphrase, offline: snapshot.trust?.repository.offline)
    try renewOnlineMetadata()
    try removeOldReports()
  }

  /// Makes a data folder with a database, the registry's own signing key and a first super-admin token, whose secret is
  /// handed over once, before it counts: when `handOver` throws, or the process ends, there is no registry yet.
  package static func initialize(
    at path: String, onlineKeyPassphrase: OnlineKeyPassphrase = .inDataFolder,
    clock: @Sendable () -> Timestamp = Timestamp.now, handOver: @Sendable (BearerToken) throws -> Void
  ) throws {
    // Errors of the storage are coded, and this one is the caller's own.
    let refusal = Mutex<(any Error)?>(nil)
    do throws(RegistryError) {
      _ = try initialize(at: path, onlineKeyPassphrase, clock) { secret in
        do {
          try handOver(secret)
        } catch {
          refusal.withLock { $0 = error }
          throw error
        }
      }
    } catch {
      throw refusal.withLock { $0 } ?? error
    }
  }

  /// The same, with the secret returned.
  package static func initialize(
    at path: String, onlineKeyPassphrase: OnlineKeyPassphrase = .inDataFolder,
    clock: @Sendable () -> Timestamp = Timestamp.now
  ) throws(RegistryError) -> BearerToken {
    try initialize(at: path, onlineKeyPassphrase, clock) { _ in }
  }

  private static func initialize(
    at path: String, _ onlineKeyPassphrase: OnlineKeyPassphrase, _ clock: @Sendable () -> Timestamp,
    _ handOver: @Sendable (BearerToken) throws -> Void
  ) throws(RegistryError) -> BearerToken {
    let folder = DataFolder(path: path)
    try folder.create()
    let lock = try FolderLock(folder)
    defer { withExtendedLifetime(lock) {} }
    try requireNoRegistry(at: path)
    _ = try OnlineKey.open(folder, onlineKeyPassphrase, mayCreate: true)
    let store = try SQLiteStore(path: folder.database, mayCreate: true)
    let secret = try BearerToken.random()
    let now = clock()
    try store.change(
      { session in
        let record = TokenRecord(
          id: try session.newIdentifier(.token), name: "first super-admin", role: .superAdmin, channels: [],
          createdAt: now, expiresAt: nil)
        try session.insert(record, secret: secret.digest)
        try session.appendAudit(
          AuditEntry(
            at: now, actor: AuditEntry.Who(tokenId: "", name: "relctl init", role: "system"),
            action: "registry.init", subject: record.id, before: nil, after: try JSONText.value(of: record),
            remoteAddress: "", requestId: ""))
        try handOver(secret)
      }, committed: {})
    return secret
  }

  /// Throws `data_folder_exists` when a registry is in the folder. One that a kill left without its first token is none
  /// yet.
  package static func requireNoRegistry(at path: String) throws(RegistryError) {
    let folder = DataFolder(path: path)
    if try folder.hasDatabase(), try !SQLiteStore.isUnused(folder.database) {
      throw RegistryError(
        .dataFolderExists, "'\(path)' already holds a registry; name another folder, or serve this one")
    }
  }

  /// Makes another signing key in place of the one of a data folder that is not being served: after that one was lost or
  /// stolen. Until a root names the new one, nothing can be published.
  package static func replaceOnlineKey(
    at path: String, passphrase: OnlineKeyPassphrase
  ) throws(RegistryError) {
    let folder = DataFolder(path: path)
    try folder.requireRegistry()
    let lock = try FolderLock(folder)
    defer { withExtendedLifetime(lock) {} }
    // One that waited is not known to be safe either, and has a passphrase that may be lost.
    if try folder.isThere(folder.nextOnlineKey) {
      try SystemCall.run("remove", folder.nextOnlineKey) { unlink(folder.nextOnlineKey) }
    }
    try OnlineKey.create(in: folder, passphrase)
  }

  /// Whether root names another key than the registry has: it signs nothing then.
  package var needsRootForOnlineKey: Bool {
    snapshots.current.trust.map { onlineKeys.key(for: $0.repository.offline) == nil } ?? false
  }

  /// Where devices reach the registry. Setting it forgets the remembered answers, which name it.
  package var publicURL: String {
    get { publicURLText.withLock { $0 } }
    set {
      publicURLText.withLock { $0 = newValue }
      seenWrappers.note(snapshots.current.answers.questions, at: configuration.clock())
      snapshots.update { $0.forgettingAnswers() }
    }
  }

  /// Whether no trust root is set yet: nothing is signed, and devices believe whatever they are told.
  package var isInDevelopmentMode: Bool { snapshots.current.trust == nil }

  /// What the server that the registry is served by counts; nil until `report` was called.
  var serverMetrics: ServerMetrics? { serverReport.withLock { $0 }?() ?? nil }

  /// Lets `/metrics` tell what a server counts.
  package func report(_ metrics: @escaping @Sendable () -> ServerMetrics?) {
    serverReport.withLock { $0 = metrics }
  }

  /// What the secrets of all tokens begin with, for a log to leave them out.
  package static let secretMark = BearerToken.mark

  /// Everything that answers requests.
  package var router: Router {
    var router = Router()
    PublicRoutes(registry: self).register(in: &router)
    TrustRoutes(registry: self).register(in: &router)
    AdminRoutes(registry: self).register(in: &router)
    return router
  }

  /// What a client gets for an error that a handler throws.
  @Sendable package static func errorResponse(_ error: any Error, _ head: RequestHead) -> Response {
    switch error {
    case let error as RegistryError: ProblemResponse.of(error)
    case let fault as HTTPFault: fault.response
    default:
      ProblemResponse.of(
        RegistryError(.internalError, "the registry failed; its log says why, under this id"))
    }
  }

  var answers: AnswerRenderer { AnswerRenderer(cacheControl: configuration.cacheControl) }

  func latestRelease(_ candidate: ReleaseCandidate, _ channel: Channel) -> LatestRelease {
    LatestRelease(candidate, channel: channel, publicURL: publicURL)
  }

  /// Everything that checks are answered from, as the records say.
  static func snapshot(_ session: any ScanSession) throws -> RegistrySnapshot {
    var channels: [Channel: ReleaseIndex] = [:]
    for channel in try session.channelsWithReleases() {
      channels[channel] = ReleaseIndex(
        try session.candidates(of: channel), apiContractVersion: APIContract.version)
    }
    return RegistrySnapshot(
      channels: channels, policies: try session.policies(),
      sequence: try session.counters()[StoreCounter.sequence.rawValue] ?? 0,
      trust: try SignedRepository(reading: try session.newestMetadata()).map(RegistryTrust.init))
  }
}
