import Glibc

/// An exclusive lock (flock(2)) on a file or folder, held as long as its descriptor is open; a killed process leaves none behind.
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

  deinit {
    // Not left to `close`: a child process that is just being started still holds the open file for a moment.
    _ = systemCall { flock(descriptor, LOCK_UN) }
    close(descriptor)
  }

  /// Runs `body`, and gives the lock back when it ends.
  consuming func holding<Value>(_ body: () throws(InstallerError) -> Value) throws(InstallerError) -> Value {
    let result = Result { () throws(InstallerError) -> Value in try body() }
    // The lock ends here and not after its last use, which would be before `body`.
    _ = consume self
    return try result.get()
  }
}
