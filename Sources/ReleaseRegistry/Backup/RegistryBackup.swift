import Glibc
import ReleaseModel

/// Copies a registry that may be being served into a new folder, which can be served as it is.
package struct RegistryBackup {
  private let source: DataFolder

  /// What a backup holds.
  package struct Summary: Sendable, Hashable, Codable {
    package let folder: String
    package let artifactCount: Int
    package let copiedBytes: UInt64
    /// The files that are missing or damaged in the data folder itself, as paths below it, and are not in the copy.
    package let lostFiles: [String]
  }

  /// Throws `data_folder_missing` when there is nothing to back up.
  package init(dataFolder path: String) throws(RegistryError) {
    source = DataFolder(path: path)
    try source.requireRegistry()
  }

  /// Throws what would keep `write` from starting; changes nothing.
  package func check(target path: String) throws(RegistryError) {
    _ = try BackupTarget(path, outside: source)
  }

  /// Writes the backup and makes it durable; throws as `BackupTarget` does for a folder that it cannot be written to.
  /// A backup that fails leaves nothing. A bundle or file manifest that is lost does not make it fail: a disk that begins to
  /// die is when the rest is needed most.
  ///
  /// The database is copied first, in one state; its files are never changed or deleted, so they are all there.
  package func write(to path: String) throws(RegistryError) -> Summary {
    let path = try BackupTarget(path, outside: source).path
    let isNew = mkdir(path, 0o700) == 0
    let number = errno
    guard isNew || number == EEXIST else { throw SystemCall.failure("create", path, number) }
    let unfinished = UnfinishedBackup(in: path)
    let lock = try lock(unfinished)
    defer { close(lock) }
    do {
      try unfinished.empty()
      return try write(unfinished)
    } catch {
      // What cannot be removed is taken away by the next backup.
      do throws(RegistryError) { try unfinished.remove() } catch {}
      if isNew { rmdir(path) }
      throw error
    }
  }

  /// Makes the file that says whose the rest is, and holds it against another backup to the same folder.
  private func lock(_ unfinished: UnfinishedBackup) throws(RegistryError) -> Int32 {
    let path = unfinished.database
    let descriptor = try SystemCall.run("create", path) { open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    do throws(RegistryError) {
      // Looked at again with the lock held: another backup may have come to its end meanwhile.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, try unfinished.isAllThereIs() else {
        throw RegistryError(
          .backupTargetExists,
          "another backup is being written to '\(unfinished.target.path)'; name a new folder")
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private func write(_ unfinished: UnfinishedBackup) throws(RegistryError) -> Summary {
    let target = unfinished.target
    let database = unfinished.database
    for folder in [target.artifacts, target.trees, target.incoming] {
      try SystemCall.run("create", folder) { mkdir(folder, 0o700) }
    }
    try SQLiteReader(path: source.database).copy(to: database)
    try SQLiteSession.markAsCopy(database)
    let records = try SQLiteReader(path: database).read { session in try session.artifacts() }
    var bytes: UInt64 = 0
    var lost: Set<String> = []
    for record in records {
      let tree = record.tree.sha256
      for (name, digest) in [
        (DataFolder.artifactName(record.sha256), record.sha256), (DataFolder.treeName(tree), tree),
      ] {
        if let count = try copy("\(source.path)/\(name)", to: "\(target.path)/\(name)", digest) {
          bytes += count
        } else {
          lost.insert(name)
        }
      }
    }
    for (from, to) in [
      (source.onlineKey, target.onlineKey), (source.nextOnlineKey, target.nextOnlineKey),
      (source.onlinePassphrase, target.onlinePassphrase),
    ] where try source.isThere(from) {
      bytes += try StoredFile.copy(from, to: to) ?? 0
    }
    let descriptor = try SystemCall.run("open", database) { open(database, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    try SystemCall.run("sync", database) { fsync(descriptor) }
    for folder in [target.artifacts, target.trees, target.incoming] { try SystemCall.syncFolder(folder) }
    try SystemCall.run("move to", target.database) { rename(database, target.database) }
    try SystemCall.syncFolder(target.path)
    return Summary(
      folder: target.path, artifactCount: records.count, copiedBytes: bytes, lostFiles: lost.sorted())
  }

  /// Copies one content-addressed file, and checks the copy against its name; nil when the file is lost. Trees that two
  /// artifacts share are copied once.
  private func copy(_ from: String, to path: String, _ digest: Digest) throws(RegistryError) -> UInt64? {
    if access(path, F_OK) == 0 { return 0 }
    let copied = Result { () throws(RegistryError) -> UInt64? in try StoredFile.copy(from, to: path) }
    if case .success(let bytes?) = copied, try StoredFile.digest(of: path) == digest { return bytes }
    // What the backup's own disk refuses or changes is no fault of the file.
    guard isLost(from, digest) else {
      _ = try copied.get()
      throw RegistryError(
        .artifactDamaged, "'\(path)' is not what was written there; name a folder on another disk")
    }
    if access(path, F_OK) == 0 { try SystemCall.run("remove", path) { unlink(path) } }
    return nil
  }

  private func isLost(_ path: String, _ digest: Digest) -> Bool {
    do throws(RegistryError) {
      return try StoredFile.digest(of: path) != digest
    } catch {
      return true  // Nobody can read it.
    }
  }
}
