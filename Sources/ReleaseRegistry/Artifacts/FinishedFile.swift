import Glibc
import ReleaseModel
import Synchronization

/// A complete file that has no place yet; gone with this object unless it was given one.
final class FinishedFile: Sendable {
  let path: String
  let sha256: Digest
  let sizeBytes: UInt64
  /// Open until the content is durable.
  private let descriptor: Mutex<Int32?>

  init(path: String, descriptor: Int32, sha256: Digest, sizeBytes: UInt64) {
    self.path = path
    self.sha256 = sha256
    self.sizeBytes = sizeBytes
    self.descriptor = Mutex(descriptor)
  }

  deinit {
    if let open = descriptor.withLock({ $0 }) { close(open) }
    // Nothing is there any more once the file was moved.
    unlink(path)
  }

  /// Makes the content durable; it may take as long as the disk does.
  func sync() throws(RegistryError) {
    guard let open = descriptor.withLock({ $0.take() }) else { return }
    do {
      try SystemCall.run("sync", path) { fsync(open) }
    } catch {
      close(open)
      throw error
    }
    try SystemCall.run("close", path) { close(open) }
  }

  /// Gives the file its place once its content is durable. One that is there already has, or should have, the same
  /// content. The caller syncs the folder of the destination.
  func move(to destination: String) throws(RegistryError) {
    try sync()
    try SystemCall.run("move to", destination) { rename(path, destination) }
  }
}
