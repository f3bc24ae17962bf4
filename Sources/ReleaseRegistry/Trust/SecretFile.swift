import Glibc

/// Small files that only the registry's own user may read: the owner of the data folder, also when root writes them.
enum SecretFile {
  /// Writes a file durably, whole or not at all, in place of one that may be there. Mode 0600.
  static func write(_ text: String, to path: String, in folder: DataFolder) throws(RegistryError) {
    let partial = "\(path).partial"
    // One that a kill left is not written into: root must not give away a file that has another name elsewhere.
    try SystemCall.run("remove", partial) { unlink(partial) == 0 || errno == ENOENT ? 0 : -1 }
    let descriptor = try SystemCall.run("create", partial) {
      open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    defer { close(descriptor) }
    try giveToOwner(of: folder, descriptor, partial)
    var failure: RegistryError?
    Array(text.utf8).withUnsafeBytes { bytes in
      do throws(RegistryError) {
        try SystemCall.writeAll(bytes, to: descriptor, partial)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    try SystemCall.run("sync", partial) { fsync(descriptor) }
    try SystemCall.run("move to", path) { rename(partial, path) }
    try SystemCall.syncFolder(folder.path)
  }

  /// A server that runs as a user of its own could not read what root keeps to itself, and would not start.
  private static func giveToOwner(
    of folder: DataFolder, _ descriptor: Int32, _ path: String
  ) throws(RegistryError) {
    guard geteuid() == 0 else { return }
    var owner = stat()
    try SystemCall.run("look at", folder.path) { stat(folder.path, &owner) }
    try SystemCall.run("change the owner of", path) { fchown(descriptor, owner.st_uid, owner.st_gid) }
  }
}
