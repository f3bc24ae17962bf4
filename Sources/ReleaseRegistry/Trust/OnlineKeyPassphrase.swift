import Cryptography
import Glibc

/// Where the passphrase of the registry's own signing key comes from. The passphrase itself is only in memory while the
/// key is opened.
package enum OnlineKeyPassphrase: Sendable, Hashable {
  /// A file in the data folder, made together with the key: a random passphrase that nobody has to know. Whoever gets
  /// the folder gets the key.
  case inDataFolder
  /// A file somewhere else.
  case file(String)
  /// A variable of the environment.
  case environment(String)

  /// The most bytes that a passphrase may have.
  private static let maximumBytes = 4_096

  /// Whether the passphrase is random, so that deriving a key from it need not be slow.
  var isGenerated: Bool { self == .inDataFolder }

  /// Reads the passphrase. A line break at the end of a file is not part of it.
  func read(for folder: DataFolder) throws(RegistryError) -> SecretBytes {
    switch self {
    case .inDataFolder: try Self.read(file: folder.onlinePassphrase)
    case .file(let path): try Self.read(file: path)
    case .environment(let name): try Self.read(variable: name)
    }
  }

  private static func read(file path: String) throws(RegistryError) -> SecretBytes {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    let number = errno
    guard descriptor >= 0 else {
      guard number == ENOENT else { throw SystemCall.failure("open", path, number) }
      throw RegistryError(
        .onlineKeyPassphraseMissing,
        "there is no '\(path)'; give the passphrase of the online key with --online-key-passphrase-file, or restore "
          + "that file from a backup")
    }
    defer { close(descriptor) }
    var failure: Int32 = 0
    let secret = SecretBytes(capacity: maximumBytes) { buffer in
      var count = 0
      while count < buffer.count {
        let read = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        let number = errno
        if read < 0, number == EINTR { continue }
        if read < 0 { failure = number }
        guard read > 0 else { break }
        count += read
      }
      if count > 0, buffer[count - 1] == UInt8(ascii: "\n") { count -= 1 }
      if count > 0, buffer[count - 1] == UInt8(ascii: "\r") { count -= 1 }
      return count
    }
    guard failure == 0 else { throw SystemCall.failure("read", path, failure) }
    guard !secret.isEmpty else {
      throw RegistryError(.onlineKeyPassphraseMissing, "'\(path)' is empty; write the passphrase into it")
    }
    return secret
  }

  private static func read(variable name: String) throws(RegistryError) -> SecretBytes {
    guard let value = getenv(name), value.pointee != 0 else {
      throw RegistryError(
        .onlineKeyPassphraseMissing, "the variable \(name) is not set; set it, or name a file")
    }
    return SecretBytes(copying: UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }
}
