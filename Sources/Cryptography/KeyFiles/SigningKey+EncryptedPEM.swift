import COpenSSL

extension SigningKey {
  /// The private key encrypted with the passphrase, as one PEM block `ENCRYPTED PRIVATE KEY` (PKCS #8, RFC 5958):
  /// PBES2 with scrypt and AES-256-CBC, which `openssl pkey` reads.
  ///
  /// It takes as long as the cost says, and that much memory. Throws `empty_passphrase`.
  package func encryptedPEM(
    passphrase: borrowing SecretBytes, cost: ScryptCost = .standard
  ) throws(CryptographyError) -> String {
    guard !passphrase.isEmpty else {
      throw CryptographyError(.emptyPassphrase, "an empty passphrase protects nothing; choose a longer one")
    }
    let algorithm = try EncryptionParameters.make(cost)
    let encrypted = try handle.withPointer { key throws(CryptographyError) in
      let plain = EVP_PKEY2PKCS8(key)
      defer { PKCS8_PRIV_KEY_INFO_free(plain) }
      // Takes over the parameters when it succeeds.
      let file = passphrase.withUnsafeBytes { passphrase in
        PKCS8_set0_pbe(
          passphrase.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(passphrase.count), plain,
          algorithm)
      }
      guard let file else {
        X509_ALGOR_free(algorithm)
        throw CryptographyError.library("encrypt a key")
      }
      defer { X509_SIG_free(file) }
      var start: UnsafeMutablePointer<UInt8>?
      let count = Int(i2d_X509_SIG(file, &start))
      defer { CRYPTO_free(start, nil, 0) }
      guard count > 0, let start else { throw CryptographyError.library("encode an encrypted key") }
      return Array(UnsafeBufferPointer(start: start, count: count))
    }
    return PEMBlock.text(label: PEMBlock.encryptedPrivateKeyLabel, content: encrypted)
  }

  /// Decrypts what `encryptedPEM` or `openssl pkcs8 -topk8 -scrypt` wrote.
  ///
  /// Throws `wrong_passphrase`; `key_not_encrypted`; `malformed_key` for what is no such file; `unsupported_key` for
  /// another encryption or another kind of key; `key_cost_refused` before it spends more time or memory than a key
  /// should take.
  package init(encryptedPEM: String, passphrase: borrowing SecretBytes) throws(CryptographyError) {
    let block = try PEMBlock(reading: SecretBytes(copying: encryptedPEM.utf8))
    switch block.label {
    case PEMBlock.encryptedPrivateKeyLabel: break
    case PEMBlock.privateKeyLabel, PEMBlock.sec1PrivateKeyLabel:
      throw CryptographyError(
        .keyNotEncrypted,
        "this private key is not encrypted; import it, which encrypts it, and delete this file")
    default:
      throw CryptographyError(
        .malformedKey, "a private key is a PEM block ENCRYPTED PRIVATE KEY, but this one is \(block.label)")
    }
    let file = try block.content.decodePrivateKey(d2i_X509_SIG, orFree: X509_SIG_free)
    defer { X509_SIG_free(file) }
    var algorithm: UnsafePointer<X509_ALGOR>?
    X509_SIG_get0(file, &algorithm, nil)
    try EncryptionParameters.check(algorithm)
    let plain = passphrase.withUnsafeBytes { passphrase in
      PKCS8_decrypt(
        file, passphrase.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(passphrase.count))
    }
    // A wrong passphrase decrypts to noise, which is seen at the padding or, rarely, only at the key behind it.
    guard let plain else {
      throw CryptographyError(
        .wrongPassphrase, "the passphrase does not open this key, or the file is damaged")
    }
    defer { PKCS8_PRIV_KEY_INFO_free(plain) }
    try self.init(KeyHandle(unwrapping: plain))
  }
}
