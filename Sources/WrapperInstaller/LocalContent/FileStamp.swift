import Glibc

/// What the system says of a file that changes whenever somebody writes to it, or puts another one in its place.
struct FileStamp: Hashable {
  let size: UInt64
  let isRegular: Bool
  private let device: dev_t
  private let inode: ino_t
  private let writtenAt: Int64
  private let changedAt: Int64

  init(_ attributes: stat) {
    size = UInt64(max(attributes.st_size, 0))
    isRegular = attributes.st_mode & S_IFMT == S_IFREG
    device = attributes.st_dev
    inode = attributes.st_ino
    writtenAt = Self.nanoseconds(attributes.st_mtim)
    changedAt = Self.nanoseconds(attributes.st_ctim)
  }

  /// The system's time of day, in nanoseconds.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }

  /// Whether a write from now on gives the file another stamp. The times of files move in steps of milliseconds, on some file
  /// systems of seconds; after a clock was set back, nobody knows.
  func isSettled(at now: Int64) -> Bool { max(writtenAt, changedAt) < now - 3_000_000_000 }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
