import Glibc

/// Bytes from the kernel's secure source (getentropy(3)), once it has been seeded; fit for tokens and keys.
package func randomBytes(count: Int) throws(CryptographyError) -> [UInt8] {
  /// The most that one call gives.
  let longest = 256
  var bytes = [UInt8](repeating: 0, count: count)
  let succeeded = bytes.withUnsafeMutableBytes { buffer in
    stride(from: 0, to: count, by: longest).allSatisfy { start in
      let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[start...].prefix(longest))
      return getentropy(piece.baseAddress, piece.count) == 0
    }
  }
  guard succeeded else {
    throw CryptographyError(
      .randomUnavailable, "the system gave no random bytes: \(String(cString: strerror(errno)))")
  }
  return bytes
}
