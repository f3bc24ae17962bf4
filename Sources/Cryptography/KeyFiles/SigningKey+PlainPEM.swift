import COpenSSL

extension SigningKey {
  /// Reads a private key that is not encrypted: one PEM block `PRIVATE KEY` (PKCS #8) or `EC PRIVATE KEY` (SEC 1),
  /// before which `openssl ecparam` writes a block `EC PARAMETERS`. For taking over such a file, and no more.
  ///
  /// Throws `key_encrypted`, `malformed_key`, and `unsupported_key` for kinds of keys that do not sign here.
  package init(plainPEM: borrowing SecretBytes) throws(CryptographyError) {
    let block = try PEMBlock(reading: plainPEM, skipping: PEMBlock.parametersLabel)
    switch block.label {
    case PEMBlock.privateKeyLabel:
      let plain = try block.content.decodePrivateKey(
        d2i_PKCS8_PRIV_KEY_INFO, orFree: PKCS8_PRIV_KEY_INFO_free)
      defer { PKCS8_PRIV_KEY_INFO_free(plain) }
      try self.init(KeyHandle(unwrapping: plain))
    case PEMBlock.sec1PrivateKeyLabel:
      let key = try block.content.decodePrivateKey(
        { d2i_PrivateKey(EVP_PKEY_EC, $0, $1, $2) }, orFree: EVP_PKEY_free)
      try self.init(KeyHandle(owning: key))
    case PEMBlock.encryptedPrivateKeyLabel:
      throw CryptographyError(.keyEncrypted, "this private key is encrypted; give its passphrase")
    case PEMBlock.publicKeyLabel:
      throw CryptographyError(.malformedKey, "this is a public key, where a private one is needed")
    default:
      throw CryptographyError(
        .unsupportedKey,
        "a private key is a PEM block PRIVATE KEY or EC PRIVATE KEY, but this one is \(block.label)")
    }
  }
}
