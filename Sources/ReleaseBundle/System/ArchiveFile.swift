import Glibc

/// An archive on disk, read at given places. It is read with `pread` rather than mapped: a disk fault or a file that
/// is cut short is then an error, not a signal that kills the process.
final class ArchiveFile: Sendable {
  /// The length in bytes when it was opened.
  let size: UInt64
  /// What errors call it.
  let shownPath: String
  private let descriptor: OwnedDescriptor

  /// Opens the regular file at `path`.
  convenience init(path: String) throws(BundleError) {
    let shown = EscapedName.of(path)
    // Not blocking, so that a fifo cannot hold the caller up before its type is seen.
    let number = try systemCall("open '\(shown)'") { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    try self.init(OwnedDescriptor(adopting: number), shownPath: shown)
  }

  /// Reads through a copy of `descriptor`, which stays the caller's.
  convenience init(descriptor: Int32) throws(BundleError) {
    let number = try systemCall("use descriptor \(descriptor)") { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
    try self.init(OwnedDescriptor(adopting: number), shownPath: "descriptor \(descriptor)")
  }

  private init(_ descriptor: consuming OwnedDescriptor, shownPath: String) throws(BundleError) {
    var status = stat()
    try systemCall("look at '\(shownPath)'") { fstat(descriptor.number, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw BundleError(.wrongFileType, "'\(shownPath)' is not a regular file; name a zip archive")
    }
    size = UInt64(status.st_size)
    self.shownPath = shownPath
    self.descriptor = descriptor
  }

  /// Fills all of `buffer` with the bytes that start at `offset`.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(BundleError) {
    var done = 0
    while done < buffer.count {
      let count = try systemCall("read '\(shownPath)'") {
        pread(
          descriptor.number, buffer.baseAddress.map { $0 + done }, buffer.count - done,
          off_t(offset) + off_t(done))
      }
      guard count > 0 else {
        throw BundleError(
          .changedWhileReading,
          "'\(shownPath)' became shorter while it was read; nobody may write to it meanwhile")
      }
      done += count
    }
  }

  /// The `count` bytes that start at `offset`; both within the file.
  func bytes(at offset: UInt64, count: Int) throws(BundleError) -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized throws(BundleError) in
      try read(
        into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]),
        at: offset)
      initialized = count
    }
  }
}
