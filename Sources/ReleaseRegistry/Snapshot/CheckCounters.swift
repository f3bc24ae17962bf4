import HTTPServer
import Synchronization

/// How many checks were answered, by outcome.
final class CheckCounters: Sendable {
  private let webOffered = Atomic<Int>(0)
  private let webNothing = Atomic<Int>(0)
  private let nativeAnswered = Atomic<Int>(0)
  private let refused = Atomic<Int>(0)

  /// Counts an answer by its kind and status.
  func count(_ kind: CheckQuestion.Kind, _ status: HTTPStatus) {
    switch (kind, status.code) {
    case (.web, 200): webOffered.add(1, ordering: .relaxed)
    case (.web, 404): webNothing.add(1, ordering: .relaxed)
    case (.native, 200): nativeAnswered.add(1, ordering: .relaxed)
    default: refused.add(1, ordering: .relaxed)
    }
  }

  /// The counts by the label of their outcome.
  var counts: [(outcome: String, count: Int)] {
    [
      ("web_offered", webOffered.load(ordering: .relaxed)),
      ("web_nothing", webNothing.load(ordering: .relaxed)),
      ("native_answered", nativeAnswered.load(ordering: .relaxed)),
      ("refused", refused.load(ordering: .relaxed)),
    ]
  }
}
