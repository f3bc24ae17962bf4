import Glibc
import ReleaseModel

/// Runs system calls: repeats what a signal interrupted, and turns every other failure into a coded error that names
/// the path.
enum SystemCall {
  @discardableResult
  static func run(_ action: String, _ path: String, _ call: () -> Int32) throws(RegistryError) -> Int32 {
    while true {
      let result = call()
      let number = errno
      if result >= 0 { return result }
      if number != EINTR { throw failure(action, path, number) }
    }
  }

  /// Writes all of the bytes.
  static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
  ) throws(RegistryError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = write(descriptor, rest.baseAddress, rest.count)
      let number = errno
      if written < 0 {
        if number == EINTR { continue }
        throw failure("write", path, number)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  static func failure(_ action: String, _ path: String, _ number: Int32) -> RegistryError {
    let reason = String(cString: strerror(number))
    return switch number {
    case ENOSPC, EDQUOT:
      RegistryError(
        .diskFull, "cannot \(action) '\(path)': \(reason); nothing was changed; free space and try again")
    case EACCES, EPERM, EROFS:
      RegistryError(
        .storageUnavailable, "cannot \(action) '\(path)': \(reason); check the folder's owner and mode")
    default:
      RegistryError(.storageFailed, "cannot \(action) '\(path)': \(reason)")
    }
  }

  /// Makes what happened in a folder durable: files that appeared, were renamed or removed.
  static func syncFolder(_ path: String) throws(RegistryError) {
    let descriptor = try run("open", path) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { close(descriptor) }
    try run("sync", path) { fsync(descriptor) }
  }
}
