import Synchronization

/// The snapshot that checks are answered from. Replacing it takes effect for every check that starts afterwards.
final class SnapshotHolder: Sendable {
  private let snapshot: Mutex<RegistrySnapshot>

  init(_ snapshot: RegistrySnapshot) { self.snapshot = Mutex(snapshot) }

  /// The snapshot of this moment.
  var current: RegistrySnapshot { snapshot.withLock { $0 } }

  func replace(with next: RegistrySnapshot) { snapshot.withLock { $0 = next } }

  /// Puts another in the place of the one of this moment.
  func update(_ change: (RegistrySnapshot) -> RegistrySnapshot) { snapshot.withLock { $0 = change($0) } }
}
