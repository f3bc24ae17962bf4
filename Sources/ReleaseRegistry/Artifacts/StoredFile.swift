import Cryptography
import Glibc
import ReleaseBundle
import ReleaseModel

/// Files under the data folder as they are on disk now.
enum StoredFile {
  /// The digest of a file's bytes; nil when there is no such file.
  static func digest(of path: String) throws(RegistryError) -> Digest? { try summary(of: path)?.sha256 }

  /// The digest of a file's bytes, and how many they are; nil when there is no such file.
  static func summary(of path: String) throws(RegistryError) -> (sha256: Digest, sizeBytes: UInt64)? {
    var hasher = SHA256Hasher()
    var count: UInt64 = 0
    let exists = try read(path) { bytes throws(RegistryError) in
      hasher.update(bytes)
      count += UInt64(bytes.count)
    }
    return exists ? (Digest(finalizing: hasher), count) : nil
  }

  /// A file's bytes; nil when there is no such file. For files that were written here and are small.
  static func bytes(of path: String) throws(RegistryError) -> [UInt8]? {
    var content: [UInt8] = []
    return try read(path) { bytes throws(RegistryError) in content += bytes } ? content : nil
  }

  /// Copies a file to a new one, durably, and gives its length; nil when there is no such file.
  static func copy(_ path: String, to target: String) throws(RegistryError) -> UInt64? {
    let descriptor = try SystemCall.run("create", target) {
      open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    defer { close(descriptor) }
    var count: UInt64 = 0
    let exists = try read(path) { bytes throws(RegistryError) in
      try SystemCall.writeAll(bytes, to: descriptor, target)
      count += UInt64(bytes.count)
    }
    guard exists else { return nil }
    try SystemCall.run("sync", target) { fsync(descriptor) }
    return count
  }

  /// Calls `body` with a file's bytes, piece by piece; false when there is no such file. A folder, a pipe or a device is
  /// none, and is not waited for.
  private static func read(
    _ path: String, _ body: (UnsafeRawBufferPointer) throws(RegistryError) -> Void
  ) throws(RegistryError) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let number = errno
    guard descriptor >= 0 else {
      // ENXIO: a socket.
      if number == ENOENT || number == ENXIO { return false }
      throw SystemCall.failure("open", path, number)
    }
    defer { close(descriptor) }
    var status = stat()
    try SystemCall.run("look at", path) { fstat(descriptor, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else { return false }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { buffer.deallocate() }
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      let number = errno
      if count == 0 { return true }
      if count < 0, number == EINTR { continue }
      guard count > 0 else { throw SystemCall.failure("read", path, number) }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}
