import COpenSSL

/// One hash of FIPS 180-4 over bytes that arrive in pieces, computed by OpenSSL with the processor's own instructions.
///
/// Hashing has no input that it can refuse. OpenSSL fails here only without memory or without its default
/// provider, and then nothing may be trusted any more: the process stops, with OpenSSL's reasons.
struct MessageDigest: ~Copyable {
  private let context: OpaquePointer
  private let byteCount: Int

  /// Starts with no bytes. `algorithm` is one of OpenSSL's, such as `EVP_sha256()`.
  init(_ algorithm: OpaquePointer?) {
    guard let context = EVP_MD_CTX_new() else { Self.stop("allocate a hash") }
    guard EVP_DigestInit_ex(context, algorithm, nil) == 1 else { Self.stop("start a hash") }
    self.context = context
    self.byteCount = Int(EVP_MD_get_size(algorithm))
  }

  deinit { EVP_MD_CTX_free(context) }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else { Self.stop("update a hash") }
  }

  consuming func finalize() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard EVP_DigestFinal_ex(context, buffer.baseAddress, nil) == 1 else { Self.stop("finish a hash") }
      count = byteCount
    }
  }

  /// Stops here and not with an error: no input leads to this, and every caller would have to hand on an error after which
  /// no digest, and so nothing that was verified, could be believed.
  private static func stop(_ action: String) -> Never {
    fatalError("OpenSSL could not \(action): \(OpenSSLErrors.drain().reasons.joined(separator: "; "))")
  }
}
