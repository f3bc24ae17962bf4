import Synchronization

/// How far a connection is, for the thread that watches for slow clients. Written without locks.
final class Progress: Sendable {
  /// What a connection waits for.
  enum Phase: UInt8, Sendable {
    /// For a request, or for the rest of its header.
    case head
    /// For the client, to send more of the body.
    case body
    /// For the client, to send more of a body that nobody wants any more, before the answer can go out.
    case refusal
    /// For the handler.
    case handler
    /// For the client, to take the answer.
    case answer
  }

  private let phase = Atomic<UInt8>(Phase.head.rawValue)
  private let served = Atomic<UInt32>(0)
  private let cutReason = Atomic<UInt8>(0)

  /// Why a connection was cut.
  enum Cut: UInt8, Sendable {
    /// Its client was too slow.
    case slow = 1
    /// It kept another one out.
    case forRoom = 2
  }

  /// A moment of a connection; equal ones mean that no request began or ended in between.
  struct Mark: Equatable {
    let phase: Phase
    let served: UInt32
  }

  /// Where the connection is now.
  var mark: Mark {
    let served = served.load(ordering: .relaxed)
    return Mark(phase: Phase(rawValue: phase.load(ordering: .relaxed)) ?? .head, served: served)
  }

  /// Why the connection was cut; nil when it was not.
  var cut: Cut? { Cut(rawValue: cutReason.load(ordering: .relaxed)) }

  /// Notes that the connection is cut. The first reason stays.
  func note(_ cut: Cut) {
    _ = cutReason.compareExchange(expected: 0, desired: cut.rawValue, ordering: .relaxed)
  }

  func enter(_ phase: Phase) { self.phase.store(phase.rawValue, ordering: .relaxed) }

  /// Only the event thread calls this, so that it needs no locked instruction.
  func finishRequest() {
    phase.store(Phase.head.rawValue, ordering: .relaxed)
    served.store(served.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }
}
