import Cryptography
import Glibc
import ReleaseBundle
import ReleaseModel

/// A file on its way into a content-addressed folder: hashed while it is written, gone again unless it is finished.
final class IncomingFile {
  private let path: String
  private var sizeBytes: UInt64 = 0
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
    guard descriptor >= 0 else { return }
    close(descriptor)
    // A leftover is swept at the next start.
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

  /// Makes the content durable. Nothing can be written afterwards.
  func finish() throws(RegistryError) -> FinishedFile {
    let open = descriptor
    descriptor = -1
    var finished = SHA256Hasher()
    swap(&finished, &hasher)
    // From here on, this removes the file.
    let file = FinishedFile(path: path, sha256: Digest(finalizing: finished), sizeBytes: sizeBytes)
    do {
      try SystemCall.run("sync", path) { fsync(open) }
    } catch {
      close(open)
      throw error
    }
    try SystemCall.run("close", path) { close(open) }
    return file
  }
}

/// A complete, durable file that has no place yet; gone with this object unless it was given one.
final class FinishedFile: Sendable {
  let path: String
  let sha256: Digest
  let sizeBytes: UInt64

  fileprivate init(path: String, sha256: Digest, sizeBytes: UInt64) {
    self.path = path
    self.sha256 = sha256
    self.sizeBytes = sizeBytes
  }

  // Nothing is there any more once the file was kept.
  deinit { unlink(path) }

  /// Gives the file its place, durably. One that is there already has, or should have, the same content.
  func keep(at destination: String, in folder: String) throws(RegistryError) {
    try SystemCall.run("move to", destination) { rename(path, destination) }
    try SystemCall.syncFolder(folder)
  }
}
