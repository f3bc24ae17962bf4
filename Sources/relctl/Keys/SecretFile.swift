import Cryptography
import Glibc

/// Reads files whose bytes should not stay in memory: passphrases and private keys.
enum SecretFile {
  /// The first line of a passphrase file that only its owner may read. What follows has to be empty.
  static func firstLine(_ path: String) throws(CommandError) -> SecretBytes {
    let file = try read(path, maximumBytes: 4_096)
    guard file.mode & 0o077 == 0 else {
      throw CommandError(
        .usage, "insecure_passphrase_file",
        "others may read the passphrase file '\(path)' (mode 0\(String(file.mode, radix: 8)))",
        hint: "chmod 600 \(path)")
    }
    let line = file.content.withUnsafeBytes { bytes in
      var line = bytes[...]
      if line.last == UInt8(ascii: "\n") { line = line.dropLast() }
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      return SecretBytes(copying: line)
    }
    guard !line.isEmpty, !line.withUnsafeBytes({ $0.contains(UInt8(ascii: "\n")) }) else {
      throw CommandError(
        .usage, "invalid_passphrase_file", "the passphrase file '\(path)' does not hold exactly one line",
        hint: "write the passphrase, and nothing else")
    }
    return line
  }

  /// The whole file.
  static func content(_ path: String) throws(CommandError) -> SecretBytes {
    let file = try read(path, maximumBytes: KeyFolder.maximumBytes)
    return file.content.withUnsafeBytes { SecretBytes(copying: $0) }
  }

  private struct Content: ~Copyable {
    let mode: UInt32
    let content: SecretBytes
  }

  private static func read(_ path: String, maximumBytes: Int) throws(CommandError) -> Content {
    guard let (descriptor, mode) = try InputFile.open(path) else {
      throw InputFile.unreadable(path, SystemError.text(ENOENT))
    }
    defer { close(descriptor) }
    var cause: Int32 = 0
    // One byte more than is allowed tells a file that is too large.
    let content = SecretBytes(capacity: maximumBytes + 1) { buffer in
      var total = 0
      while total < buffer.count {
        let count = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: total), buffer.count - total)
        if count > 0 {
          total += count
        } else if count == 0 {
          break
        } else if errno != EINTR {
          cause = errno
          break
        }
      }
      return total
    }
    guard cause == 0 else { throw InputFile.unreadable(path, SystemError.text(cause)) }
    guard content.count <= maximumBytes else {
      throw CommandError(.failed, "file_too_large", "'\(path)' has more than \(maximumBytes) bytes")
    }
    return Content(mode: mode, content: content)
  }
}
