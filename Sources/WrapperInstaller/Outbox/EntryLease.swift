import Glibc

/// The right to send or change one entry: a lock on its file. The oldest entry of a scope is the only one that may be sent, so
/// whoever has its lease has the scope. It ends with the value, and with the process, however that ends.
///
/// A class, because it is handed from one thread to another while a mutation is on its way.
final class EntryLease: Sendable {
  let name: OutboxName
  private let lock: FileLock

  private init(_ name: OutboxName, _ lock: consuming FileLock) {
    self.name = name
    self.lock = lock
  }

  /// What came of trying.
  enum Attempt {
    case taken(EntryLease)
    /// Somebody else is sending it.
    case busy
    /// It was sent or discarded meanwhile.
    case gone
    /// No file stands there, but something else.
    case foreign
  }

  static func take(
    _ name: OutboxName, in folder: borrowing FolderHandle
  ) throws(InstallerError) -> Attempt {
    let descriptor: Int32
    switch systemCall({
      openat(folder.descriptor, name.text, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    }) {
    case .success(let opened): descriptor = opened
    case .failure(let failure) where failure.errno == ENOENT: return .gone
    case .failure(let failure) where [ELOOP, ENXIO].contains(failure.errno): return .foreign
    case .failure(let failure): throw folder.failure(failure.errno, "cannot open", name.text)
    }
    var mine = stat()
    let looked = systemCall { fstat(descriptor, &mine) }
    guard
      let lock = try FileLock(
        owning: descriptor, path: folder.path(name.text), waiting: false, stage: folder.stage)
    else { return .busy }
    _ = try looked.orThrow("cannot look at", path: folder.path(name.text), stage: folder.stage)
    // Whoever had it before may have replaced or removed the file after it was opened here.
    guard let there = try folder.attributes(of: name.text) else { return .gone }
    guard there.st_ino == mine.st_ino, there.st_dev == mine.st_dev else { return .busy }
    return .taken(EntryLease(name, lock))
  }
}
