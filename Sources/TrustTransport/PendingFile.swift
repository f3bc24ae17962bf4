import Cryptography
import Glibc
import ReleaseTrust

/// A file that is being written and has no name yet. Without `publish` it is gone when the value is, and where the file
/// system can (`O_TMPFILE`, open(2)), also when the process is killed.
final class PendingFile {
  private let folder: Int32
  private let path: String
  private let descriptor: Int32
  /// The name that it has meanwhile; nil while it has none.
  private var temporaryName: String?

  /// - Parameters:
  ///   - folder: the descriptor of the folder that it will be in; it has to stay open.
  ///   - path: the folder's path, for messages.
  ///   - canBeNameless: false to write as on a file system that takes no file without a name.
  init(in folder: Int32, path: String, canBeNameless: Bool = true) throws(TrustError) {
    self.folder = folder
    self.path = path
    if canBeNameless, let nameless = try Self.nameless(in: folder, path) {
      descriptor = nameless
      return
    }
    let name = try Self.newName()
    let named = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard named >= 0 else { throw TrustError(errno: errno, "cannot write", "\(path)/\(name)") }
    descriptor = named
    temporaryName = name
  }

  deinit {
    if let temporaryName { unlinkat(folder, temporaryName, 0) }
    close(descriptor)
  }

  /// Drops what was written.
  func clear() throws(TrustError) {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw TrustError(errno: errno, "cannot write a file in", path)
    }
  }

  /// Adds bytes at the end.
  func write(_ bytes: UnsafeRawBufferPointer) throws(TrustError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw TrustError(errno: errno, "cannot write a file in", path) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Gives it its name, in place of a file that has it.
  func publish(as name: String) throws(TrustError) {
    guard fsync(descriptor) == 0 else { throw TrustError(errno: errno, "cannot sync a file in", path) }
    let temporary = try linked()
    guard renameat(folder, temporary, folder, name) == 0 else {
      throw TrustError(errno: errno, "cannot write", "\(path)/\(name)")
    }
    temporaryName = nil
    guard fsync(folder) == 0 else { throw TrustError(errno: errno, "cannot sync the folder", path) }
  }

  /// The name under which it can be renamed: linkat(2) replaces nothing.
  private func linked() throws(TrustError) -> String {
    if let temporaryName { return temporaryName }
    let name = try Self.newName()
    guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", folder, name, AT_SYMLINK_FOLLOW) == 0 else {
      throw TrustError(errno: errno, "cannot write", "\(path)/\(name)")
    }
    temporaryName = name
    return name
  }

  /// Opens a file without a name; nil when the file system has no such files.
  private static func nameless(in folder: Int32, _ path: String) throws(TrustError) -> Int32? {
    let opened = openat(folder, ".", temporary | O_WRONLY | O_CLOEXEC, 0o644)
    if opened >= 0 { return opened }
    guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else {
      throw TrustError(errno: errno, "cannot write a file in", path)
    }
    return nil
  }

  /// `O_TMPFILE` of asm-generic/fcntl.h, which Swift does not import because it is an expression.
  private static let temporary = 0o20_000_000 | O_DIRECTORY

  private static func newName() throws(TrustError) -> String {
    do throws(CryptographyError) {
      return ".incoming-\(hexadecimal(try randomBytes(count: 8)))"
    } catch {
      throw TrustError(.cryptographyFailed, error.message, cause: error)
    }
  }
}
