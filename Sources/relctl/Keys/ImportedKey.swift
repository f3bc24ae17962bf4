import Cryptography

/// A key out of a file that somebody brought.
struct ImportedKey: ~Copyable {
  let publicKey: PublicKey
  /// The private part with the passphrase that it is to have; nil when the file holds a public key.
  let secret: Secret?

  /// Whether the file holds a private key.
  var isPrivate: Bool {
    switch secret {
    case .some: true
    case .none: false
    }
  }

  struct Secret: ~Copyable {
    let key: SigningKey
    let passphrase: SecretBytes
    /// Whether the file can be read without a passphrase.
    let wasPlain: Bool
  }

  /// Reads the file, and the passphrase that goes with what it holds. Errors name the file.
  init(_ path: String, for name: KeyName, _ invocation: Invocation) throws {
    let content = try SecretFile.content(path)
    switch try naming(path, { () throws(CryptographyError) in try KeyFileKind(of: content) }) {
    case .publicKey:
      publicKey = try naming(path) { () throws(CryptographyError) in
        try PublicKey(spkiPEM: Self.text(content))
      }
      secret = nil
    case .privateKey:
      let key = try naming(path) { () throws(CryptographyError) in try SigningKey(plainPEM: content) }
      let passphrase = try Passphrase.choose(invocation, for: "the key '\(name.text)'")
      publicKey = key.publicKey
      secret = Secret(key: key, passphrase: passphrase, wasPlain: true)
    case .encryptedPrivateKey:
      let passphrase = try Passphrase.read(invocation, for: "'\(path)'")
      let key = try naming(path) { () throws(CryptographyError) in
        try SigningKey(encryptedPEM: Self.text(content), passphrase: passphrase)
      }
      publicKey = key.publicKey
      secret = Secret(key: key, passphrase: passphrase, wasPlain: false)
    }
  }

  /// For what is no secret: public keys, and keys that are encrypted.
  private static func text(_ content: borrowing SecretBytes) -> String {
    content.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}

/// Does something with a key out of a file, whose path the error then names.
private func naming<Value>(
  _ path: String, _ body: () throws(CryptographyError) -> Value
) throws(CommandError) -> Value {
  do throws(CryptographyError) { return try body() } catch { throw CommandError(error, about: path) }
}
