import COpenSSL

/// Bytes from the operating system's secure source, by way of OpenSSL; fit for tokens and keys.
package func randomBytes(count: Int) throws(CryptographyError) -> [UInt8] {
  var succeeded = true
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    guard count > 0 else { return }
    succeeded = RAND_bytes_ex(nil, buffer.baseAddress, count, 0) == 1
    initialized = succeeded ? count : 0
  }
  guard succeeded else {
    throw CryptographyError(
      .randomUnavailable, "the system gave no random bytes; check that /dev/urandom can be read")
  }
  return bytes
}
