import Glibc

/// Writes files so that they are complete or not there at all.
enum FileWriter {
  /// Writes a new file that only its owner may read; fails with `file_exists` when something has that name.
  static func createSecret(_ path: String, _ bytes: [UInt8]) throws(CommandError) {
    try create(path, bytes, mode: 0o600)
  }

  /// Writes a new file that everybody may read who may look into its folder; fails with `file_exists` as well.
  static func create(_ path: String, _ bytes: [UInt8]) throws(CommandError) {
    try create(path, bytes, mode: 0o644)
  }

  private static func create(_ path: String, _ bytes: [UInt8], mode: mode_t) throws(CommandError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else {
      let cause = errno
      guard cause != EEXIST else { throw exists(path) }
      throw unwritable(path, cause)
    }
    try fill(descriptor, path, bytes)
  }

  /// Fails with `file_exists` when something has that name, before anything is done that must then be kept.
  static func requireAbsence(of path: String) throws(CommandError) {
    var status = stat()
    if lstat(path, &status) == 0 { throw exists(path) }
    guard errno == ENOENT else { throw unwritable(path, errno) }
    var folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    if folder.isEmpty { folder = path.hasPrefix("/") ? "/" : "." }
    guard access(folder, W_OK | X_OK) == 0 else { throw unwritable(path, errno) }
  }

  /// Puts the bytes in place of whatever the file holds, in one step that a crash cannot split.
  static func replace(_ path: String, with bytes: [UInt8]) throws(CommandError) {
    let temporary = "\(path).\(getpid()).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw unwritable(path, errno) }
    try fill(descriptor, temporary, bytes)
    guard rename(temporary, path) == 0 else {
      let cause = errno
      unlink(temporary)
      throw unwritable(path, cause)
    }
  }

  /// Writes, syncs and closes; a file that could not be completed is removed.
  private static func fill(_ descriptor: Int32, _ path: String, _ bytes: [UInt8]) throws(CommandError) {
    var rest = bytes[...]
    var cause: Int32 = 0
    while !rest.isEmpty, cause == 0 {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { cause = errno }
    }
    // Pipes and terminals have nothing to sync, and say EINVAL.
    if cause == 0, fsync(descriptor) != 0, errno != EINVAL { cause = errno }
    if close(descriptor) != 0, cause == 0 { cause = errno }
    guard cause == 0 else {
      unlink(path)
      throw unwritable(path, cause)
    }
  }

  private static func exists(_ path: String) -> CommandError {
    CommandError(
      .failed, "file_exists", "'\(path)' exists and is not overwritten",
      hint: "name another file, or move it away")
  }

  private static func unwritable(_ path: String, _ cause: Int32) -> CommandError {
    let code = cause == ENOSPC || cause == EDQUOT ? "disk_full" : "file_unwritable"
    return CommandError(.failed, code, "cannot write '\(path)': \(SystemError.text(cause))")
  }
}
