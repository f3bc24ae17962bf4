import Glibc

/// Bytes from the kernel's secure source (getentropy(3)), once it has been seeded; fit for tokens and keys.
package func randomBytes(count: Int) throws(CryptographyError) -> [UInt8] {
  /// The most that one call gives.
  let longest = 256
  var bytes = [UInt8](repeating: 0, count: count)
  for start in stride(from: 0, to: count, by: longest) {
    let status = bytes[start..<min(start + longest, count)].withUnsafeMutableBytes {
      getentropy($0.baseAddress, $0.count)
    }
    let number = errno
    guard status == 0 else {
      throw CryptographyError(
        .randomUnavailable,
        "the system gave no random bytes (\(String(cString: strerror(number)))); the kernel must have getrandom(2), and "
          + "a sandbox must allow it")
    }
  }
  return bytes
}
