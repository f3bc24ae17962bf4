import COpenSSL

/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces, computed by OpenSSL with the processor's own instructions.
///
/// Hashing has no input that it can refuse. OpenSSL fails here only without memory or without its default
/// provider, and then nothing may be trusted any more: the process stops, with OpenSSL's reasons.
package struct SHA256Hasher: ~Copyable {
  /// The number of bytes of a SHA-256 digest.
  package static let byteCount = 32

  private let context: OpaquePointer

  /// Starts with no bytes.
  package init() {
    guard let context = EVP_MD_CTX_new() else { Self.stop("allocate a hash") }
    guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { Self.stop("start SHA-256") }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else { Self.stop("update SHA-256") }
  }

  /// The 32 bytes of the digest of everything that was added.
  package consuming func finalize() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      guard EVP_DigestFinal_ex(context, buffer.baseAddress, nil) == 1 else { Self.stop("finish SHA-256") }
      count = Self.byteCount
    }
  }

  /// The 32 bytes of the digest of `bytes`.
  package static func hash(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var hasher = SHA256Hasher()
    hasher.update(bytes)
    return hasher.finalize()
  }

  /// The 32 bytes of the digest of `bytes`.
  package static func hash(of bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.withContiguousStorageIfAvailable { hash(of: UnsafeRawBufferPointer($0)) }
      ?? Array(bytes).withUnsafeBytes { hash(of: $0) }
  }

  private static func stop(_ action: String) -> Never {
    fatalError("OpenSSL could not \(action): \(drainOpenSSLErrors().joined(separator: "; "))")
  }
}
