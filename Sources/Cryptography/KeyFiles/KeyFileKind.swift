/// What a PEM file says that it holds.
package enum KeyFileKind: Sendable {
  case publicKey
  /// A private key that is not encrypted.
  case privateKey
  case encryptedPrivateKey

  /// Looks at the labels only. Throws `malformed_key` for what is no PEM file of one key, and `unsupported_key` for
  /// other labels.
  package init(of text: borrowing SecretBytes) throws(CryptographyError) {
    let block = try PEMBlock(reading: text, skipping: PEMBlock.parametersLabel)
    switch block.label {
    case PEMBlock.publicKeyLabel: self = .publicKey
    case PEMBlock.privateKeyLabel, PEMBlock.sec1PrivateKeyLabel: self = .privateKey
    case PEMBlock.encryptedPrivateKeyLabel: self = .encryptedPrivateKey
    default:
      throw CryptographyError(
        .unsupportedKey,
        "a key is a PEM block PUBLIC KEY, PRIVATE KEY, EC PRIVATE KEY or ENCRYPTED PRIVATE KEY, not \(block.label)"
      )
    }
  }
}
