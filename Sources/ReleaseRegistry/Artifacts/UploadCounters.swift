import Synchronization

/// How many bundles arrived, by outcome.
final class UploadCounters: Sendable {
  private let stored = Atomic<UInt64>(0)
  private let known = Atomic<UInt64>(0)
  private let refused = Atomic<UInt64>(0)

  /// Counts an upload by the status of its answer; nil for one that was refused or cut short.
  func count(_ status: Int?) {
    switch status {
    case 201: stored.add(1, ordering: .relaxed)
    case 200: known.add(1, ordering: .relaxed)
    default: refused.add(1, ordering: .relaxed)
    }
  }

  /// The counts by the label of their outcome.
  var counts: [(String, UInt64)] {
    [
      ("stored", stored.load(ordering: .relaxed)), ("known", known.load(ordering: .relaxed)),
      ("refused", refused.load(ordering: .relaxed)),
    ]
  }
}
