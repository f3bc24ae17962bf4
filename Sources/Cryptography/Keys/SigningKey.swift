import COpenSSL

/// A private key in this process's memory. It shows itself to nobody: what it prints as is its public key.
package struct SigningKey: Signer {
  /// The key that the signatures are verified with.
  package let publicKey: PublicKey

  let handle: KeyHandle

  /// Takes over a private key, once it is known to be one that signs here and whose halves belong together.
  init(_ handle: KeyHandle) throws(CryptographyError) {
    let scheme = try handle.signingScheme()
    self.handle = handle
    self.publicKey = try PublicKey(spkiDER: handle.publicDER(), scheme: scheme)
  }

  /// A new key from the system's random source. Throws `unsupported_key` for RSA, which is only verified here.
  package static func generate(_ scheme: SignatureScheme) throws(CryptographyError) -> SigningKey {
    try SigningKey(KeyHandle(generating: scheme))
  }

  package func sign(_ message: [UInt8]) throws(CryptographyError) -> [UInt8] {
    let digest = publicKey.scheme == .ed25519 ? nil : EVP_sha256()
    return try handle.withPointer { key throws(CryptographyError) in
      guard let context = EVP_MD_CTX_new() else { throw CryptographyError.library("sign") }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestSignInit(context, nil, digest, nil, key) == 1 else {
        throw CryptographyError.library("prepare to sign")
      }
      var count = Int(EVP_PKEY_get_size(key))
      var status: Int32 = 0
      let signature = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        status = message.withUnsafeBufferPointer {
          EVP_DigestSign(context, buffer.baseAddress, &count, $0.baseAddress, $0.count)
        }
        initialized = status == 1 ? count : 0
      }
      guard status == 1 else { throw CryptographyError.library("sign") }
      return signature
    }
  }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "private key of \(publicKey)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
