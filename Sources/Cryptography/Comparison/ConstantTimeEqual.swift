import COpenSSL

/// Whether two byte strings are equal, in a time that depends on their length only, never on where they differ.
/// Compare digests of secrets with it, so that even the length says nothing.
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return left.withUnsafeBytes { left in
    right.withUnsafeBytes { right in
      CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
    }
  }
}
