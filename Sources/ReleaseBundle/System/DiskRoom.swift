import Glibc
import Synchronization

/// A disk that fills up at a chosen byte, for simulations and tests: what is written to it counts, and once so many bytes
/// are written, writing fails as write(2) does on a full disk, with `ENOSPC`.
package final class DiskRoom: Sendable {
  private let left: Mutex<UInt64>

  /// - Parameter bytes: what may be written until then.
  package init(bytes: UInt64) { left = Mutex(bytes) }

  /// Calls `write` with as many bytes as there is room for, of `count`. Without any room it does not call, sets `errno` to
  /// `ENOSPC` and returns -1. A full disk takes the beginning of a write, too.
  package func write(_ count: Int, _ write: (_ count: Int) -> Int) -> Int {
    let taken = left.withLock { left in
      let taken = min(UInt64(count), left)
      left -= taken
      return Int(taken)
    }
    guard taken > 0 || count == 0 else {
      errno = ENOSPC
      return -1
    }
    let written = write(taken)
    // A call that a signal interrupted, for example, is made again.
    let back = UInt64(taken - max(0, written))
    if back > 0 {
      // Whatever the lock does, the caller reads the error number of the call.
      let number = errno
      left.withLock { $0 += back }
      errno = number
    }
    return written
  }
}
