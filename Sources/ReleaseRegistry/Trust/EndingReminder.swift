import ReleaseModel
import ReleaseTrust
import Synchronization

/// Says once a day what people have to sign again soon, however often it is asked.
final class EndingReminder: Sendable {
  private static let interval: Int64 = 86_400

  /// When it said something last.
  private let last = Mutex<Timestamp?>(nil)

  /// What is to be said now; nil while nothing ends soon, and until a day has passed since it was said. A clock that was set
  /// back does not keep it silent.
  func due(_ registry: Registry) -> EndingRoles? {
    let now = registry.configuration.clock()
    guard let offline = registry.snapshots.current.trust?.repository.offline,
      let ending = EndingRoles(among: offline.expiries, at: now)
    else { return nil }
    return last.withLock { last in
      if let last, last <= now, now.secondsSinceEpoch - last.secondsSinceEpoch < Self.interval { return nil }
      last = now
      return ending
    }
  }
}
