import Glibc

/// Paths that stay right wherever they are used from.
enum ResolvedPath {
  /// The absolute path of something that is there, without links; fails with `file_unreadable`.
  static func of(_ path: String) throws(CommandError) -> String {
    let resolved = realpath(path, nil)
    let cause = errno
    guard let resolved else { throw InputFile.unreadable(path, SystemError.text(cause)) }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
