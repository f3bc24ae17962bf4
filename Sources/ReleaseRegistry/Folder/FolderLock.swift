import Glibc

/// The data folder's lock: held by the process that serves it, gone with the process however it ends.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Throws `data_folder_in_use` when another process holds it.
  init(_ folder: DataFolder) throws(RegistryError) {
    let path = folder.lock
    let descriptor = try SystemCall.run("open", path) { open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let number = errno
      if number == EINTR { continue }
      close(descriptor)
      guard number == EWOULDBLOCK else { throw SystemCall.failure("lock", path, number) }
      throw RegistryError(
        .dataFolderInUse,
        "another process serves '\(folder.path)'; stop it, or use another data folder")
    }
    self.descriptor = descriptor
  }

  deinit {
    // Not left to `close`: a child process that is just being started still holds the open file for a moment.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
