import Cryptography
import Glibc
import ReleaseBundle
import ReleaseModel

/// A file on its way into a content-addressed folder: hashed while it is written, gone again unless it is kept.
final class IncomingFile {
  let path: String
  private(set) var sizeBytes: UInt64 = 0
  private var descriptor: Int32
  private var hasher = SHA256Hasher()

  init(in folder: DataFolder) throws(RegistryError) {
    let name: String
    do {
      name = hexadecimal(try randomBytes(count: 16))
    } catch {
      throw RegistryError(.internalError, error.message, cause: error)
    }
    let path = "\(folder.incoming)/\(name)"
    descriptor = try SystemCall.run("create", path) {
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    self.path = path
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    // Nothing is there any more once the file was kept; a leftover is swept at the next start.
    unlink(path)
  }

  func write(_ bytes: [UInt8]) throws(RegistryError) {
    var failure: RegistryError?
    bytes.withUnsafeBytes { buffer in
      do throws(RegistryError) {
        try SystemCall.writeAll(buffer, to: descriptor, path)
        hasher.update(buffer)
        sizeBytes += UInt64(buffer.count)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Makes the content durable and gives its digest. Nothing can be written afterwards.
  func finish() throws(RegistryError) -> Digest {
    let open = descriptor
    descriptor = -1
    do {
      try SystemCall.run("sync", path) { fsync(open) }
    } catch {
      close(open)
      throw error
    }
    try SystemCall.run("close", path) { close(open) }
    var finished = SHA256Hasher()
    swap(&finished, &hasher)
    return Digest(finalizing: finished)
  }

  /// Gives the finished file its place, durably. A file that is there already has the same content.
  func keep(at destination: String, in folder: String) throws(RegistryError) {
    try SystemCall.run("move to", destination) { rename(path, destination) }
    try SystemCall.syncFolder(folder)
  }
}
