import Glibc

/// What tells that a file is still the same and nobody wrote to it: every write and every rename moves the time of its
/// last change, which no call can set (inode(7)).
struct FileIdentity: Sendable, Equatable {
  private let device: UInt64
  private let inode: UInt64
  private let sizeBytes: Int64
  private let modified: [Int]
  private let changed: [Int]

  /// The identity of the file at `path` now; nil when there is none.
  init?(of path: String) throws(RegistryError) {
    var status = stat()
    let result = lstat(path, &status)
    let number = errno
    guard result == 0 else {
      if number == ENOENT { return nil }
      throw SystemCall.failure("look at", path, number)
    }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    sizeBytes = Int64(status.st_size)
    modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
  }
}
