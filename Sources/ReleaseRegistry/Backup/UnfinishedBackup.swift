import Glibc
import ReleaseModel

/// What a backup has written so far, under names that make no registry; gone when the backup fails, and taken away by
/// the next one when it was killed.
struct UnfinishedBackup {
  let target: DataFolder

  /// The database until everything is there. It is the first file that a backup makes.
  var database: String { "\(target.path)/registry.partial" }

  init(in path: String) { target = DataFolder(path: path) }

  /// Whether a folder holds nothing, or nothing but an unfinished backup.
  func isAllThereIs() throws(RegistryError) -> Bool {
    let top = Set(try target.names(in: target.path))
    guard !top.isEmpty else { return true }
    guard top.contains("registry.partial"), top.isSubset(of: Self.own) else { return false }
    let artifacts = try names(in: target.artifacts)
    let trees = try names(in: target.trees)
    let incoming = try names(in: target.incoming)
    let recorded = RecordedFiles([])
    return artifacts.allSatisfy(recorded.isOrphan(artifact:)) && trees.allSatisfy(recorded.isOrphan(tree:))
      && incoming.isEmpty
  }

  /// Removes it, but not the folder itself.
  func remove() throws(RegistryError) {
    // First: with that name it would be taken for a whole one. It has it only when its last step failed.
    if try target.isThere(target.database) { try removeFile(target.database) }
    try empty()
    // Last: it says whose the rest is.
    if try target.isThere(database) { try removeFile(database) }
  }

  /// Removes all of it but the database, which has nothing in it then.
  func empty() throws(RegistryError) {
    for folder in [target.artifacts, target.trees] {
      for name in try names(in: folder) { try removeFile("\(folder)/\(name)") }
    }
    for folder in [target.artifacts, target.trees, target.incoming] where try target.isThere(folder) {
      try SystemCall.run("remove", folder) { rmdir(folder) }
    }
    for file in ["\(database)-journal", target.onlineKey, target.nextOnlineKey, target.onlinePassphrase]
    where try target.isThere(file) {
      try removeFile(file)
    }
    if try target.isThere(database) { try SystemCall.run("empty", database) { truncate(database, 0) } }
  }

  private func names(in folder: String) throws(RegistryError) -> [String] {
    try target.isThere(folder) ? try target.names(in: folder) : []
  }

  private func removeFile(_ path: String) throws(RegistryError) {
    try SystemCall.run("remove", path) { unlink(path) }
  }

  private static let own: Set<String> = [
    "registry.partial", "registry.partial-journal", "artifacts", "trees", "incoming", "online-key.pem",
    "online-key.next.pem", "online-key.passphrase",
  ]
}
