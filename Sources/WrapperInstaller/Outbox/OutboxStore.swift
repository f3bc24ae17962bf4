import Cryptography
import Glibc
import ReleaseModel

/// The files of an outbox, for one owner: an entry each, `<owner>.paused` while nothing is to be sent, and
/// `<owner>.signed-out`, which changes with every sign-out.
struct OutboxStore: Sendable {
  let folder: String
  let owner: Digest
  let limits: OutboxLimits

  /// What an entry's file says.
  enum Reading {
    case record(OutboxRecord)
    case damaged(String)
    case gone
  }

  /// The owner's entries, the oldest first.
  func names() throws(InstallerError) -> [OutboxName] {
    guard let folder = try existing() else { return [] }
    return try names(in: folder).filter { $0.owner == HashedName.text(owner) }
  }

  /// Keeps a mutation: once this returns, it is on disk to stay. The same mutation again is the same entry.
  ///
  /// - Parameter isAllowed: asked in the same step as the mutation is written: nobody signs out in between.
  func enqueue(
    _ mutation: OutboxMutation, at now: Int64,
    if isAllowed: (_ lastSignOut: [UInt8]?) throws(InstallerError) -> Void = { _ throws(InstallerError) in }
  ) throws(InstallerError) {
    let folder = try opened()
    try folder.alone { () throws(InstallerError) in
      try isAllowed(lastSignOut(in: folder))
      try write(mutation, at: now, in: folder)
    }
  }

  private func write(
    _ mutation: OutboxMutation, at now: Int64, in folder: borrowing FolderHandle
  ) throws(InstallerError) {
    let record = OutboxRecord(mutation, owner: owner, at: now)
    let all = try names(in: folder)
    let known = all.first { $0.owner == HashedName.text(owner) && $0.id == record.id }
    if let known, case .record(let there) = try read(known, in: folder) {
      guard there.mutation == mutation else {
        throw InstallerError(
          .mutationIdReused, during: .outbox,
          "mutation \(record.id) is in the outbox with another content; give every mutation an id of its own")
      }
      return try folder.sync()
    }
    let name = if let known { known } else { try self.name(of: record, after: all) }
    let bytes = try file(name).bytes(of: record, during: .outbox)
    try checkRoom(for: bytes.count, of: mutation, beside: all, in: folder)
    try folder.put(name.text, bytes)
    do throws(InstallerError) {
      try folder.sync()
    } catch {
      // An entry that might be lost is none; the caller hears so, and hands in the same mutation again.
      try folder.remove(name.text)
      throw error
    }
  }

  /// Runs `body`, which leaves no entry of this owner, and closes the outboxes of this owner that are open now, in all
  /// processes. Nobody enqueues meanwhile.
  func signOut(_ body: () throws(InstallerError) -> Void) throws(InstallerError) {
    let folder = try opened()
    try folder.alone { () throws(InstallerError) in
      try body()
      let mark: [UInt8]
      do throws(CryptographyError) {
        mark = try randomBytes(count: 16)
      } catch {
        throw InstallerError(error, during: .outbox)
      }
      try folder.replace(signOutName, with: Array(hexadecimal(mark).utf8))
    }
  }

  /// Which sign-out of this owner was the last, whoever signed out; nil when there was none.
  func lastSignOut() throws(InstallerError) -> [UInt8]? {
    guard let folder = try existing() else { return nil }
    return try lastSignOut(in: folder)
  }

  private func lastSignOut(in folder: borrowing FolderHandle) throws(InstallerError) -> [UInt8]? {
    switch try folder.read(signOutName, maximumBytes: 64) {
    case .missing: nil
    case .bytes(let bytes): bytes
    case .foreign: []
    }
  }

  /// Takes the right to change an entry.
  func lease(_ name: OutboxName) throws(InstallerError) -> EntryLease.Attempt {
    guard let folder = try existing() else { return .gone }
    return try EntryLease.take(name, in: folder)
  }

  /// Reads an entry.
  func read(_ name: OutboxName) throws(InstallerError) -> Reading {
    guard let folder = try existing() else { return .gone }
    return try read(name, in: folder)
  }

  /// Replaces an entry; the caller has its lease.
  func write(_ record: OutboxRecord, _ lease: EntryLease) throws(InstallerError) {
    let folder = try opened()
    try folder.replace(lease.name.text, with: try file(lease.name).bytes(of: record, during: .outbox))
  }

  /// Removes an entry, durably; the caller has its lease, unless no file stands there.
  func remove(_ name: OutboxName) throws(InstallerError) {
    let folder = try opened()
    try folder.remove(name.text)
    try folder.sync()
  }

  /// Whether nothing is to be sent.
  func isPaused() throws(InstallerError) -> Bool {
    guard let folder = try existing() else { return false }
    return try folder.attributes(of: pauseName) != nil
  }

  /// Begins or ends a pause.
  func set(paused: Bool) throws(InstallerError) {
    if paused { return try opened().put(pauseName, []) }
    guard let folder = try existing() else { return }
    try folder.remove(pauseName)
  }

  /// Removes what a process left that was killed while it wrote.
  func removeLeftovers(at now: Int64) throws(InstallerError) {
    guard let folder = try existing() else { return }
    _ = try Self.removeLeftovers(in: folder, at: now)
  }

  /// The same in an outbox's folder, whoever owns the entries. Returns what it removed.
  static func removeLeftovers(
    in folder: borrowing FolderHandle, at now: Int64
  ) throws(InstallerError) -> [String] {
    var removed: [String] = []
    for name in try folder.temporaryNames() {
      guard let attributes = try folder.attributes(of: name) else { continue }
      if Int64(attributes.st_mtim.tv_sec) < now - leftoverSeconds {
        try folder.remove(name)
        removed.append(name)
      }
    }
    return removed
  }

  /// Nobody takes a day to write an entry.
  private static let leftoverSeconds: Int64 = 86_400

  private var pauseName: String { "\(HashedName.text(owner)).paused" }
  private var signOutName: String { "\(HashedName.text(owner)).signed-out" }

  private func names(in folder: borrowing FolderHandle) throws(InstallerError) -> [OutboxName] {
    try folder.names().compactMap(OutboxName.init(parsing:)).sorted()
  }

  private func file(_ name: OutboxName) -> SealedFile<OutboxRecord> {
    SealedFile(
      name: name.text, schemaVersion: OutboxRecord.schemaVersion,
      // Base64 makes four bytes of three; what is beside the body may be as long again.
      maximumBytes: limits.maximumBodyBytes * 3 + 65_536)
  }

  private func read(
    _ name: OutboxName, in folder: borrowing FolderHandle
  ) throws(InstallerError) -> Reading {
    switch try file(name).read(in: folder) {
    case .missing: return .gone
    case .damaged(let reason): return .damaged(reason)
    case .unknownSchema(let version): return .damaged("it has the unknown schema version \(version)")
    case .value(let record):
      guard record.id == name.id, record.owner == owner, OutboxName.hashed(record.scopeKey) == name.scope
      else { return .damaged("it belongs under another name") }
      return .record(record)
    }
  }

  private func name(of record: OutboxRecord, after all: [OutboxName]) throws(InstallerError) -> OutboxName {
    let last = all.last
    let (sequence, overflows) = (last?.sequence ?? 0).addingReportingOverflow(1)
    if overflows, let last {
      throw InstallerError(
        .storageFailed, during: .outbox,
        "nothing can come after '\(folder)/\(last.text)', which is not the outbox's own; remove it")
    }
    return OutboxName(owner: owner, scopeKey: record.scopeKey, sequence: sequence, id: record.id)
  }

  private func checkRoom(
    for bytes: Int, of mutation: OutboxMutation, beside all: [OutboxName], in folder: borrowing FolderHandle
  ) throws(InstallerError) {
    guard mutation.body.count <= limits.maximumBodyBytes,
      bytes <= file(OutboxName(owner: owner, scopeKey: "", sequence: 0, id: "")).maximumBytes
    else {
      throw InstallerError(
        .outboxEntryTooLarge, during: .outbox,
        "mutation '\(mutation.kind)' has \(mutation.body.count) bytes, and an outbox takes at most "
          + "\(limits.maximumBodyBytes); send it in parts")
    }
    var total = bytes
    for name in all { total += Int(try folder.attributes(of: name.text)?.st_size ?? 0) }
    guard all.count < limits.maximumEntries, total <= limits.maximumBytes else {
      throw InstallerError(
        .outboxFull, during: .outbox,
        "the outbox '\(self.folder)' is full (\(all.count) entries); go online to send what waits, or look at what "
          + "needs attention")
    }
  }

  private func opened() throws(InstallerError) -> FolderHandle { try .made(path: folder, stage: .outbox) }

  private func existing() throws(InstallerError) -> FolderHandle? {
    try .existing(path: folder, stage: .outbox)
  }
}
