import COpenSSL

extension PublicKey {
  /// Whether the key's owner signed the message.
  ///
  /// Anything that is not exactly a signature is just not valid: wrong length, not in DER, numbers out of range.
  /// It throws `cryptography_failed` only when OpenSSL could not look, for example without memory.
  package func isValid(_ signature: [UInt8], for message: [UInt8]) throws(CryptographyError) -> Bool {
    guard plausibleByteCounts.contains(signature.count) else { return false }
    return try handle.withPointer { key throws(CryptographyError) in
      // What an earlier caller on this thread left behind says nothing about this signature.
      ERR_clear_error()
      guard let context = EVP_MD_CTX_new() else { throw CryptographyError.library("verify a signature") }
      defer { EVP_MD_CTX_free(context) }
      try prepare(context, key)
      let status = signature.withUnsafeBufferPointer { signature in
        message.withUnsafeBufferPointer { message in
          EVP_DigestVerify(
            context, signature.baseAddress, signature.count, message.baseAddress, message.count)
        }
      }
      // OpenSSL says 0 or less for bad signatures and for its own failures alike; only its errors tell them apart.
      if status != 1, OpenSSLErrors.drain().areOutOfMemory {
        throw CryptographyError.library("verify a signature")
      }
      return status == 1
    }
  }

  /// How long a signature can be.
  private var plausibleByteCounts: ClosedRange<Int> {
    switch scheme {
    case .ed25519: 64...64
    // Two INTEGERs of 1 to 33 bytes in a SEQUENCE.
    case .ecdsaP256SHA256: 8...72
    // OpenSSL compares the length with the modulus's.
    case .rsaPSSSHA256: 256...1_024
    }
  }

  private func prepare(_ context: OpaquePointer, _ key: OpaquePointer) throws(CryptographyError) {
    // Owned by `context`.
    var keyContext: OpaquePointer?
    let digest = scheme == .ed25519 ? nil : EVP_sha256()
    guard EVP_DigestVerifyInit(context, &keyContext, digest, nil, key) == 1 else {
      throw CryptographyError.library("prepare to verify a signature")
    }
    guard scheme == .rsaPSSSHA256 else { return }
    guard EVP_PKEY_CTX_set_rsa_padding(keyContext, RSA_PKCS1_PSS_PADDING) == 1,
      EVP_PKEY_CTX_set_rsa_mgf1_md(keyContext, EVP_sha256()) == 1,
      EVP_PKEY_CTX_set_rsa_pss_saltlen(keyContext, RSA_PSS_SALTLEN_AUTO) == 1
    else { throw CryptographyError.library("prepare to verify an RSA-PSS signature") }
  }
}
