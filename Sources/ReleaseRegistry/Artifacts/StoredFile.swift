import Cryptography
import Glibc
import ReleaseBundle
import ReleaseModel

/// Files under the data folder as they are on disk now.
enum StoredFile {
  /// The digest of a file's bytes; nil when there is no such file.
  static func digest(of path: String) throws(RegistryError) -> Digest? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    let number = errno
    guard descriptor >= 0 else {
      if number == ENOENT { return nil }
      throw SystemCall.failure("open", path, number)
    }
    defer { close(descriptor) }
    var hasher = SHA256Hasher()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { buffer.deallocate() }
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      let number = errno
      if count == 0 { return Digest(finalizing: hasher) }
      if count < 0, number == EINTR { continue }
      guard count > 0 else { throw SystemCall.failure("read", path, number) }
      hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// A file's bytes; nil when there is no such file. For files that were written here and are small.
  static func bytes(of path: String) throws(RegistryError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    let number = errno
    guard descriptor >= 0 else {
      if number == ENOENT { return nil }
      throw SystemCall.failure("open", path, number)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      let number = errno
      if count == 0 { return bytes }
      if count < 0, number == EINTR { continue }
      guard count > 0 else { throw SystemCall.failure("read", path, number) }
      bytes += chunk[..<count]
    }
  }
}
