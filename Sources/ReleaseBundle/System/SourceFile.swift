import Glibc

/// A regular file below an open folder, read from its start to its end.
struct SourceFile: ~Copyable {
  private let descriptor: OwnedDescriptor
  private let shownPath: String
  /// The length in bytes when it was opened.
  let size: UInt64

  /// Opens the file `path` below the cursor's root, through no link.
  init(_ path: String, _ cursor: inout FolderCursor) throws(BundleError) {
    let (folder, name) = path.folderAndName
    let shown = EscapedName.of(path)
    try cursor.move(to: folder)
    let parent = cursor.current
    let number = try systemCall("open '\(shown)'") {
      openat(parent, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    }
    let descriptor = OwnedDescriptor(adopting: number)
    var status = stat()
    try systemCall("look at '\(shown)'") { fstat(descriptor.number, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw BundleError(.wrongFileType, "'\(shown)' is no longer a regular file")
    }
    self.descriptor = descriptor
    shownPath = shown
    size = UInt64(status.st_size)
  }

  /// Reads the file from its start, piece by piece; its length must not change meanwhile.
  func read(
    through buffer: borrowing ByteBuffer,
    _ body: (UnsafeRawBufferPointer) throws(BundleError) -> Void
  ) throws(BundleError) {
    var offset: UInt64 = 0
    while true {
      let count = try systemCall("read '\(shownPath)'") {
        pread(descriptor.number, buffer.bytes.baseAddress, buffer.bytes.count, off_t(offset))
      }
      guard count > 0 else { break }
      offset += UInt64(count)
      guard offset <= size else { throw changed }
      try body(UnsafeRawBufferPointer(rebasing: buffer.bytes.prefix(count)))
    }
    guard offset == size else { throw changed }
  }

  /// The error for a file that is not what it was a moment before.
  var changed: BundleError {
    BundleError(
      .changedWhileReading, "'\(shownPath)' changed while it was read; nobody may write to it meanwhile")
  }
}
