import Glibc

/// Where a file is written that may replace another one.
enum OutputPath {
  /// The path of the plain file that `path` stands for, by way of links, or of the one that will be made. Throws
  /// `file_unwritable` when something else stands there, which a rename would put away: a device, a FIFO, a folder, or a
  /// link to nothing.
  static func resolving(_ path: String) throws(CommandError) -> String {
    var status = stat()
    let isThere = lstat(path, &status) == 0
    let cause = errno
    guard isThere else {
      guard cause == ENOENT else { throw unwritable(path, SystemError.text(cause)) }
      return path
    }
    var target = path
    if status.st_mode & S_IFMT == S_IFLNK {
      guard let resolved = realpath(path, nil) else {
        throw unwritable(path, "it is a link that leads nowhere")
      }
      defer { free(resolved) }
      target = String(cString: resolved)
      let isKnown = stat(path, &status) == 0
      let refusal = errno
      guard isKnown else { throw unwritable(path, SystemError.text(refusal)) }
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unwritable(path, "it is no plain file") }
    return target
  }

  private static func unwritable(_ path: String, _ reason: String) -> CommandError {
    CommandError(
      .failed, "file_unwritable", "cannot write '\(path)': \(reason)",
      hint: "name another file, or one that is not there yet")
  }
}
