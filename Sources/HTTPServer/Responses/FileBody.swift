import Glibc

/// An open file, or a run of its bytes, as the body of answers. The descriptor closes with the last reference.
///
/// The bytes go from the file to the socket inside the kernel. The file must not shrink meanwhile.
package final class FileBody: Sendable {
  /// The open descriptor.
  package let descriptor: Int32
  /// Where in the file the body starts.
  package let offset: UInt64
  /// How many bytes the body has.
  package let size: UInt64

  /// Takes over an open descriptor.
  package init(takingOver descriptor: Int32, offset: UInt64 = 0, size: UInt64) {
    self.descriptor = descriptor
    self.offset = offset
    self.size = size
  }

  /// Opens a whole file; `file_unreadable` when that fails or it is not a regular file.
  package convenience init(path: String) throws(HTTPServerError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    let openError = errno
    guard descriptor >= 0 else { throw Self.unreadable(path, openError) }
    var status = stat()
    let statusError = fstat(descriptor, &status) == 0 ? 0 : errno
    guard statusError == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Self.unreadable(path, statusError == 0 ? EISDIR : statusError)
    }
    self.init(takingOver: descriptor, size: UInt64(status.st_size))
  }

  deinit { close(descriptor) }

  private static func unreadable(_ path: String, _ cause: Int32) -> HTTPServerError {
    HTTPServerError(
      .fileUnreadable, "'\(path)' cannot be opened as a regular file (error \(cause)); check that it exists.",
      cause: cause)
  }
}
