import CLinux
import Cryptography
import Glibc
import ReleaseBundle
import ReleaseModel

/// A file on its way into a content-addressed folder: hashed while it is written, gone again unless it is finished.
final class IncomingFile {
  /// How much is written before the kernel is told to bring it to disk, so that little is left to wait for at the end.
  private static let writebackBytes: UInt64 = 1 << 20

  private let path: String
  private var sizeBytes: UInt64 = 0
  private var startedBytes: UInt64 = 0
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
        try write(buffer)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(RegistryError) {
    try SystemCall.writeAll(bytes, to: descriptor, path)
    hasher.update(bytes)
    sizeBytes += UInt64(bytes.count)
    if sizeBytes - startedBytes >= Self.writebackBytes { startWriteback() }
  }

  /// Ends the content: its digest is known, and nothing can be written afterwards. It is not durable yet.
  func finish() -> FinishedFile {
    startWriteback()
    var finished = SHA256Hasher()
    swap(&finished, &hasher)
    // From here on, this closes and removes the file.
    let file = FinishedFile(
      path: path, descriptor: descriptor, sha256: Digest(finalizing: finished), sizeBytes: sizeBytes)
    descriptor = -1
    return file
  }

  /// Only makes the sync at the end short; that one answers for the bytes, and tells of any failure.
  private func startWriteback() {
    _ = start_writeback(descriptor, Int(startedBytes), Int(sizeBytes - startedBytes))
    startedBytes = sizeBytes
  }
}
