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
    let cause = errno
    guard descriptor >= 0 else {
      guard cause != EEXIST else { throw exists(path) }
      throw unwritable(path, cause)
    }
    try fill(descriptor, path, bytes)
    // What is shown only once must not be lost with its name.
    try syncFolder(of: path)
  }

  /// Fails with `file_exists` when something has that name, before anything is done that must then be kept.
  static func requireAbsence(of path: String) throws(CommandError) {
    var status = stat()
    let isThere = lstat(path, &status) == 0
    let cause = errno
    if isThere { throw exists(path) }
    guard cause == ENOENT else { throw unwritable(path, cause) }
    let isWritable = access(folder(of: path), W_OK | X_OK) == 0
    let refusal = errno
    guard isWritable else { throw unwritable(path, refusal) }
  }

  /// Puts the bytes in place of whatever the file holds, in one step that a crash cannot split. Of a link, the file that it
  /// leads to is replaced; see `OutputPath` for what is refused.
  static func replace(_ path: String, with bytes: [UInt8]) throws(CommandError) {
    let path = try OutputPath.resolving(path)
    let temporary = "\(path).\(getpid()).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    let cause = errno
    guard descriptor >= 0 else { throw unwritable(path, cause) }
    try fill(descriptor, temporary, bytes)
    let isMoved = rename(temporary, path) == 0
    let refusal = errno
    guard isMoved else {
      unlink(temporary)
      throw unwritable(path, refusal)
    }
  }

  /// Removes a file, durably; does nothing when there is none.
  static func remove(_ path: String) throws(CommandError) {
    let isGone = unlink(path) == 0
    let cause = errno
    if isGone { return try syncFolder(of: path) }
    guard cause == ENOENT else {
      throw CommandError(.failed, "file_unwritable", "cannot remove '\(path)': \(SystemError.text(cause))")
    }
  }

  /// Writes, syncs and closes; a file that could not be completed is removed.
  private static func fill(_ descriptor: Int32, _ path: String, _ bytes: [UInt8]) throws(CommandError) {
    var rest = bytes[...]
    var cause: Int32 = 0
    while !rest.isEmpty, cause == 0 {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      let number = errno
      if count >= 0 { rest = rest.dropFirst(count) } else if number != EINTR { cause = number }
    }
    if cause == 0 { cause = sync(descriptor) }
    let isClosed = close(descriptor) == 0
    let number = errno
    if !isClosed, cause == 0 { cause = number }
    guard cause == 0 else {
      unlink(path)
      throw unwritable(path, cause)
    }
  }

  /// Makes the file's name durable.
  private static func syncFolder(of path: String) throws(CommandError) {
    let folder = folder(of: path)
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let cause = errno
    guard descriptor >= 0 else { throw unwritable(folder, cause) }
    defer { close(descriptor) }
    let refusal = sync(descriptor)
    guard refusal == 0 else { throw unwritable(folder, refusal) }
  }

  /// The error number of `fsync`, or 0. Pipes and terminals have nothing to sync, and say EINVAL.
  private static func sync(_ descriptor: Int32) -> Int32 {
    let status = fsync(descriptor)
    let cause = errno
    return status == 0 || cause == EINVAL ? 0 : cause
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
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
