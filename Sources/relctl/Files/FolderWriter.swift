import Glibc

/// Makes folders.
enum FolderWriter {
  /// Makes a folder in one that is there. One that is there already stays as it is.
  static func create(_ path: String) throws(CommandError) { try make(path, mode: 0o755) }

  /// Makes a folder, and those above it that are missing, for its owner only. One that is there already stays as it is.
  static func createPrivate(_ path: String) throws(CommandError) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? part : "/\(part)"
      try make(made, mode: 0o700)
    }
  }

  private static func make(_ path: String, mode: mode_t) throws(CommandError) {
    guard mkdir(path, mode) != 0 else { return }
    let cause = errno
    guard cause == EEXIST else {
      throw CommandError(
        .failed, "file_unwritable", "cannot make the folder '\(path)': \(SystemError.text(cause))")
    }
  }
}
