import ReleaseModel
import Synchronization

/// The artifacts that this process hashed and stored a moment ago, so that publishing one at once, as every
/// `relctl release publish` does, need not read all of it again.
///
/// What a new hash finds is bytes that changed on disk since: by somebody's hand, which moves the file's times and is seen
/// here, or by rot, for which there was no time yet. So both bounds matter: an untouched file, and a short while.
final class FreshArtifacts: Sendable {
  /// How long an artifact counts as fresh.
  static let lifetimeSeconds: Int64 = 60
  /// The most that are remembered; with more, the oldest are hashed again.
  static let maximumCount = 64

  private struct Entry {
    let sha256: Digest
    let identity: FileIdentity
    let storedAt: Timestamp
  }

  private let entries = Mutex<[Entry]>([])

  /// Remembers that the file at `path` was given the bytes of this digest.
  func note(_ sha256: Digest, at path: String, now: Timestamp) throws(RegistryError) {
    guard let identity = try FileIdentity(of: path) else { return }
    entries.withLock { entries in
      entries.removeAll { $0.sha256 == sha256 }
      if entries.count == Self.maximumCount { entries.removeFirst() }
      entries.append(Entry(sha256: sha256, identity: identity, storedAt: now))
    }
  }

  /// Whether the file at `path` is the one that was noted for this digest, and that was a moment ago.
  func contains(_ sha256: Digest, at path: String, now: Timestamp) throws(RegistryError) -> Bool {
    guard let entry = entries.withLock({ $0.last { $0.sha256 == sha256 } }) else { return false }
    // A clock that was set back says nothing about the age.
    let age = now.secondsSinceEpoch - entry.storedAt.secondsSinceEpoch
    guard (0...Self.lifetimeSeconds).contains(age) else { return false }
    return try FileIdentity(of: path) == entry.identity
  }
}
