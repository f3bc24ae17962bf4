import Glibc

/// An exclusive lock (flock(2)) on a file or folder, held until the value goes; a killed process leaves none behind.
struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock on an open descriptor, which this value owns from now on. Returns nil when somebody else has it
  /// and `waiting` is false.
  init?(owning descriptor: Int32, path: String, waiting: Bool, stage: InstallStage) throws(InstallerError) {
    let result = systemCall { flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) }
    if case .failure(let failure) = result {
      close(descriptor)
      if failure.errno == EWOULDBLOCK { return nil }
      throw InstallerError(errno: failure.errno, during: stage, "cannot lock", path: path)
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
