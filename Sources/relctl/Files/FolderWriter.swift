import Glibc

/// Makes folders.
enum FolderWriter {
  /// Makes a folder, and those above it that are missing, for its owner only. One that is there already stays as it is.
  static func createPrivate(_ path: String) throws(CommandError) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? part : "/\(part)"
      guard mkdir(made, 0o700) != 0 else { continue }
      let cause = errno
      guard cause == EEXIST else {
        throw CommandError(
          .failed, "file_unwritable", "cannot make the folder '\(made)': \(SystemError.text(cause))")
      }
    }
  }
}
