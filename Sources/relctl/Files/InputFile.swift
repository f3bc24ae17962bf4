import Glibc

/// Opens files that are read whole, without waiting for anybody.
enum InputFile {
  /// Opens the file; nil when there is none. The caller closes the descriptor.
  ///
  /// Throws `file_unreadable` for a folder, and for a FIFO, which nobody may ever write to. The pipe that a shell makes of
  /// `<(command)` has its writer already, and is read.
  static func open(_ path: String) throws(CommandError) -> (descriptor: Int32, mode: UInt32)? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    let cause = errno
    guard descriptor >= 0 else {
      if cause == ENOENT { return nil }
      throw unreadable(path, SystemError.text(cause))
    }
    do {
      return (descriptor, try mode(of: descriptor, path))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// The code of a file that is not there, or that cannot be read.
  static let unreadableCode = "file_unreadable"

  static func unreadable(_ path: String, _ reason: String) -> CommandError {
    CommandError(.failed, unreadableCode, "cannot read \(place(of: path)): \(reason)")
  }

  /// The path in quotes; of one that does not begin at the root, also the folder that it begins in.
  private static func place(of path: String) -> String {
    guard !path.hasPrefix("/"), let buffer = getcwd(nil, 0) else { return "'\(path)'" }
    defer { free(buffer) }
    return "'\(path)' in the folder '\(String(cString: buffer))'"
  }

  private static func mode(of descriptor: Int32, _ path: String) throws(CommandError) -> UInt32 {
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let cause = errno
    guard isKnown else { throw unreadable(path, SystemError.text(cause)) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw unreadable(path, SystemError.text(EISDIR))
    case S_IFIFO:
      guard isUnnamed(descriptor) else { throw unreadable(path, "it is a FIFO, and no file") }
    default: break
    }
    // Opened anew above, so that this changes nothing for whoever else reads the same pipe or terminal.
    let isWaiting = fcntl(descriptor, F_SETFL, O_RDONLY) == 0
    let refusal = errno
    guard isWaiting else { throw unreadable(path, SystemError.text(refusal)) }
    return status.st_mode & 0o7777
  }

  /// Whether a FIFO is a pipe that has no name in a folder: then it is shown as `pipe:[123]`.
  private static func isUnnamed(_ descriptor: Int32) -> Bool {
    var target = [UInt8](repeating: 0, count: 64)
    let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
    return count > 0 && target[..<count].starts(with: "pipe:[".utf8)
  }
}
