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
  ///
  /// The database is copied first, in one state; its files are never changed or deleted, so they are all there.
  package func write(to path: String) throws(RegistryError) -> Summary {
    let path = try BackupTarget(path, outside: source).path
    let target = DataFolder(path: path)
    for folder in [path, target.artifacts, target.trees, target.incoming] where mkdir(folder, 0o700) != 0 {
      let number = errno
      if number != EEXIST { throw SystemCall.failure("create", folder, number) }
    }
    // Under another name until everything is there, so that a backup that was cut short is no registry.
    let database = "\(path)/registry.partial"
    try SQLiteReader(path: source.database).copy(to: database)
    let records = try SQLiteReader(path: database).read { session in try session.artifacts() }
    var bytes: UInt64 = 0
    for record in records {
      bytes += try copy(source.artifact(record.sha256), to: target.artifact(record.sha256), record.sha256)
      bytes += try copy(
        source.tree(record.tree.sha256), to: target.tree(record.tree.sha256), record.tree.sha256)
    }
    for (from, to) in [
      (source.onlineKey, target.onlineKey), (source.onlinePassphrase, target.onlinePassphrase),
    ] where try source.isThere(from) {
      bytes += try StoredFile.copy(from, to: to) ?? 0
    }
    let descriptor = try SystemCall.run("open", database) { open(database, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    try SystemCall.run("sync", database) { fsync(descriptor) }
    for folder in [target.artifacts, target.trees, target.incoming] { try SystemCall.syncFolder(folder) }
    try SystemCall.run("move to", target.database) { rename(database, target.database) }
    try SystemCall.syncFolder(path)
    return Summary(folder: path, artifactCount: records.count, copiedBytes: bytes)
  }

  /// Copies one content-addressed file, and checks the copy against its name. Trees that two artifacts share are copied
  /// once.
  private func copy(_ from: String, to path: String, _ digest: Digest) throws(RegistryError) -> UInt64 {
    if access(path, F_OK) == 0 { return 0 }
    guard let bytes = try StoredFile.copy(from, to: path), try StoredFile.digest(of: path) == digest else {
      throw RegistryError(
        .artifactDamaged,
        "'\(from)' is missing or damaged, so the backup is not complete; run 'relctl doctor'")
    }
    return bytes
  }
}
