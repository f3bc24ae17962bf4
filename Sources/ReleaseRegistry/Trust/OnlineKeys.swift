import Cryptography
import Glibc
import ReleaseTrust
import Synchronization

/// The registry's own signing keys: the one that it signs with, and, while it is being replaced, the one that takes its
/// place as soon as root names it.
///
/// Which of them signs is decided by root alone, so there is no moment in which the registry cannot sign: the root that
/// names the other key, and the first metadata that it signs, are stored in one transaction. The files follow.
final class OnlineKeys: Sendable {
  private let folder: DataFolder
  private let passphrase: OnlineKeyPassphrase
  private let keys: Mutex<Pair>

  private struct Pair {
    var current: SigningKey
    var next: SigningKey?

    /// The key that signs what belongs to this metadata; nil when root names neither.
    func key(for offline: OfflineMetadata) -> SigningKey? {
      [current, next].compactMap(\.self).first {
        RepositoryLayout(onlineKey: $0.publicKey).isOnlineKeyListed(in: offline)
      }
    }
  }

  /// Opens the keys; throws what `OnlineKey.open` throws.
  ///
  /// - Parameter offline: what is published; nil before the first root, when a missing key is made.
  init(
    _ folder: DataFolder, _ passphrase: OnlineKeyPassphrase, offline: OfflineMetadata?
  ) throws(RegistryError) {
    self.folder = folder
    self.passphrase = passphrase
    let current = try OnlineKey.open(folder, passphrase, mayCreate: offline == nil)
    let next = try OnlineKey.openNext(folder, passphrase)
    keys = Mutex(Pair(current: current, next: next))
    if let offline { try settle(for: offline) }
  }

  /// The key that the registry signs with, or would.
  var current: SigningKey { keys.withLock { $0.current } }

  /// The key that signs what belongs to this metadata; nil when root names none of the registry's.
  func key(for offline: OfflineMetadata) -> SigningKey? { keys.withLock { $0.key(for: offline) } }

  /// The key that the next root is to name in place of the one that it names now; nil when none is being replaced.
  func successor(for offline: OfflineMetadata) -> SigningKey? {
    keys.withLock { pair in
      guard let key = pair.key(for: offline) else { return pair.current }
      return pair.next.flatMap { $0.publicKey == key.publicKey ? nil : $0 }
    }
  }

  /// The key that a root which is handed over is to name: the next one if it does, else the one that signs now.
  func expected(by root: RootMetadata?, over current: OfflineMetadata?) -> SigningKey {
    keys.withLock { pair in
      if let next = pair.next, let root, root.authority(for: .timestamp).publicKeys.contains(next.publicKey) {
        return next
      }
      return current.flatMap(pair.key) ?? pair.current
    }
  }

  /// Makes the key that is to take the place of the one in use, unless one is waiting already.
  func makeSuccessor(for offline: OfflineMetadata) throws(RegistryError) {
    let (folder, passphrase) = (folder, passphrase)
    try keys.withLock { (pair) throws(RegistryError) in
      guard pair.key(for: offline) != nil, pair.next == nil else { return }
      pair.next = try OnlineKey.createNext(in: folder, passphrase)
    }
  }

  /// Forgets the old key once root names the next one, in memory and on disk. Until it succeeds, a start finds both.
  ///
  /// It may be repeated after a failure: a file that was moved already only has its folder to sync.
  func settle(for offline: OfflineMetadata) throws(RegistryError) {
    let folder = folder
    try keys.withLock { (pair) throws(RegistryError) in
      guard let next = pair.next, pair.key(for: offline)?.publicKey == next.publicKey else { return }
      if access(folder.nextOnlineKey, F_OK) == 0 {
        try SystemCall.run("move to", folder.onlineKey) { rename(folder.nextOnlineKey, folder.onlineKey) }
      }
      try SystemCall.syncFolder(folder.path)
      pair = Pair(current: next)
    }
  }
}
