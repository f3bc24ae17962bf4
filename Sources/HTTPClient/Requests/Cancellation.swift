import Glibc
import Synchronization

/// A flag that another thread sets to end a call early; the call then fails with `cancelled`.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  package init() {}

  /// Ends the calls that this was given to: at once while data moves, within a second while it does not.
  package func cancel() { flag.store(true, ordering: .releasing) }

  /// Whether `cancel()` was called.
  package var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Sleeps in short naps, so that a cancelled wait ends soon.
  func wait(atMost duration: Duration) {
    let nap = Duration.milliseconds(50)
    var left = duration
    while left > .zero, !isCancelled {
      let (seconds, attoseconds) = min(left, nap).components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      nanosleep(&time, nil)
      left -= nap
    }
  }
}
