import Glibc

extension FolderHandle {
  /// Runs `body` as the only one, in whichever thread or process, that holds this folder; waits its turn. A process that is
  /// killed leaves no lock behind.
  func alone<Value>(_ body: () throws(InstallerError) -> Value) throws(InstallerError) -> Value {
    // A descriptor of its own: the lock belongs to what was opened.
    let opened = try systemCall { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      .orThrow("cannot lock", path: path, stage: stage)
    guard let lock = try FileLock(owning: opened, path: path, waiting: true, stage: stage) else {
      throw InstallerError(.storageFailed, during: stage, "cannot lock '\(path)'; try again")
    }
    return try lock.holding(body)
  }
}
