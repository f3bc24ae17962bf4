import Synchronization

/// What the server has done so far.
package struct ServerMetrics: Sendable, Hashable {
  /// Answers by the first digit of their status: index 2 counts 2xx. Index 0 counts requests without an answer.
  package var answers: [UInt64] = Array(repeating: 0, count: 6)
  /// Requests that have begun and are not answered yet.
  package var requestsInFlight: UInt64 = 0
  /// Open connections.
  package var connections: UInt64 = 0
  /// Connections that were cut because they were slow or idle for too long.
  package var timedOutConnections: UInt64 = 0
  /// Connections over a limit.
  package var refusedConnections: UInt64 = 0
}

/// Counters of one event loop. Only its thread writes them, so that counting needs no locked instruction.
final class LoopCounters: Sendable {
  private let ended: [6 of Atomic<UInt64>] = InlineArray { _ in Atomic(0) }
  private let begun = Atomic<UInt64>(0)

  func begin() { Self.increment(begun) }

  /// Counts an answer by the first digit of its status.
  func end(status: Int) { Self.increment(ended[(0..<600).contains(status) ? status / 100 : 0]) }

  func add(to metrics: inout ServerMetrics) {
    var total: UInt64 = 0
    for index in ended.indices {
      let count = ended[index].load(ordering: .acquiring)
      metrics.answers[index] += count
      total += count
    }
    // Read last, so that what began meanwhile does not make the difference negative.
    metrics.requestsInFlight += begun.load(ordering: .relaxed) &- total
  }

  private static func increment(_ counter: borrowing Atomic<UInt64>) {
    counter.store(counter.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }
}
