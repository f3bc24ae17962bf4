import ReleaseModel
import Synchronization

/// A clock that moves only when it is told to; it starts at 2026-07-21T10:00:00Z.
final class TestClock: Sendable {
  private let seconds = Mutex<Int64>(1_784_628_000)

  var now: Timestamp { seconds.withLock { Timestamp(secondsSinceEpoch: $0) } }

  func advance(bySeconds count: Int64) { seconds.withLock { $0 += count } }
}
