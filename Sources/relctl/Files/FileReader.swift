import Glibc

/// Reads whole small files, such as configuration, tokens and policies.
enum FileReader {
  /// What is in a file, and who may read it.
  struct Content {
    let bytes: [UInt8]
    let mode: UInt32
  }

  /// The most bytes that a small file may have.
  static let maximumBytes = 64 << 20

  /// Reads the file; fails with `file_unreadable`, naming the path and the reason.
  static func read(_ path: String, maximumBytes: Int = maximumBytes) throws(CommandError) -> Content {
    guard let content = try readIfPresent(path, maximumBytes: maximumBytes) else {
      throw InputFile.unreadable(path, SystemError.text(ENOENT))
    }
    return content
  }

  /// The same, but nil when there is no such file.
  static func readIfPresent(
    _ path: String, maximumBytes: Int = maximumBytes
  ) throws(CommandError) -> Content? {
    guard let file = try InputFile.open(path) else { return nil }
    defer { close(file.descriptor) }
    return Content(bytes: try readAll(file.descriptor, path, maximumBytes: maximumBytes), mode: file.mode)
  }

  private static func readAll(
    _ descriptor: Int32, _ path: String, maximumBytes: Int
  ) throws(CommandError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      let cause = errno
      if count < 0 {
        if cause == EINTR { continue }
        throw InputFile.unreadable(path, SystemError.text(cause))
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= maximumBytes else {
        throw CommandError(.failed, "file_too_large", "'\(path)' has more than \(maximumBytes) bytes")
      }
    }
  }
}

/// What the operating system says about a failed call.
enum SystemError {
  static func text(_ cause: Int32) -> String { String(cString: strerror(cause)) }
}
