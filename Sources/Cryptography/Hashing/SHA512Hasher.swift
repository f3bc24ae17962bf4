import COpenSSL

/// SHA-512 (FIPS 180-4) of bytes that arrive in pieces.
package struct SHA512Hasher: ~Copyable {
  /// The number of bytes of a SHA-512 digest.
  package static let byteCount = 64

  private var digest: MessageDigest

  /// Starts with no bytes.
  package init() { digest = MessageDigest(EVP_sha512()) }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) { digest.update(bytes) }

  /// The 64 bytes of the digest of everything that was added.
  package consuming func finalize() -> [UInt8] { digest.finalize() }

  /// The 64 bytes of the digest of `bytes`.
  package static func hash(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var hasher = SHA512Hasher()
    hasher.update(bytes)
    return hasher.finalize()
  }

  /// The 64 bytes of the digest of `bytes`.
  package static func hash(of bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.withContiguousStorageIfAvailable { hash(of: UnsafeRawBufferPointer($0)) }
      ?? Array(bytes).withUnsafeBytes { hash(of: $0) }
  }
}
