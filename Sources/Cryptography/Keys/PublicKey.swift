/// A public key that signatures are verified with.
///
/// Two are equal when they are the same key, whatever text they came from: a key has exactly one encoding here,
/// and any other is refused. So counting distinct values counts distinct keys.
package struct PublicKey: Sendable {
  /// How the key's owner signs.
  package let scheme: SignatureScheme
  /// The key as X.509 SubjectPublicKeyInfo in DER (RFC 5280, 4.1).
  package let spkiDER: [UInt8]

  let handle: KeyHandle

  /// An Ed25519 key: exactly 32 bytes, the point as RFC 8032 (5.1.2) encodes it.
  ///
  /// Throws `malformed_key` for another length or an encoding that is not canonical, and `weak_key` for a point
  /// of small order, with which anybody can sign. A point that is not on the curve verifies no signature.
  package init(ed25519 raw: [UInt8]) throws(CryptographyError) {
    guard raw.count == Ed25519Point.byteCount else {
      throw CryptographyError(
        .malformedKey, "an Ed25519 public key has 32 bytes, but this one has \(raw.count)")
    }
    try self.init(spkiDER: SPKIPrefix.ed25519 + raw, scheme: .ed25519)
  }

  /// A P-256 key: exactly 65 bytes, the uncompressed point as SEC 1 (2.3.3) encodes it.
  package init(p256 point: [UInt8]) throws(CryptographyError) {
    guard point.count == 65, point.first == 4 else {
      throw CryptographyError(
        .malformedKey, "a P-256 public key is 65 bytes that start with 04, but this one has \(point.count)")
    }
    try self.init(spkiDER: SPKIPrefix.p256 + point.dropFirst(), scheme: .ecdsaP256SHA256)
  }

  /// A key as SubjectPublicKeyInfo in DER.
  package init(spkiDER: [UInt8], scheme: SignatureScheme) throws(CryptographyError) {
    handle = try KeyHandle(spkiDER: spkiDER, scheme: scheme)
    self.scheme = scheme
    self.spkiDER = spkiDER
  }

  /// A key as one PEM block `PUBLIC KEY` (RFC 7468, 13) with nothing but white space around it.
  ///
  /// Throws `malformed_key` for what is no such block, is not in DER or has bytes left over; `unsupported_key` for
  /// another kind of key or curve than the scheme's; `weak_key` for RSA below 2048 bits; `private_key_given` for a
  /// private key, which does not belong here.
  package init(spkiPEM: String, scheme: SignatureScheme) throws(CryptographyError) {
    let block = try PEMBlock(reading: SecretBytes(copying: spkiPEM.utf8))
    guard !block.label.hasSuffix("PRIVATE KEY") else {
      throw CryptographyError(
        .privateKeyGiven,
        "this is a private key, where a public one belongs; give the public key, and keep this one to yourself"
      )
    }
    guard block.label == PEMBlock.publicKeyLabel else {
      throw CryptographyError(
        .malformedKey, "a public key is a PEM block PUBLIC KEY, but this one is \(block.label)")
    }
    try self.init(spkiDER: block.content.withUnsafeBytes { [UInt8]($0) }, scheme: scheme)
  }

  /// The same, for a key that says itself which scheme it is for, as every key that is accepted does.
  package init(spkiPEM: String) throws(CryptographyError) {
    for scheme in SignatureScheme.allCases {
      do throws(CryptographyError) {
        try self.init(spkiPEM: spkiPEM, scheme: scheme)
        return
      } catch {
        guard error.code == .unsupportedKey else { throw error }
      }
    }
    throw CryptographyError(
      .unsupportedKey,
      "this is no Ed25519, ECDSA P-256 (an uncompressed point) or RSA key of 2048 to 8192 bits")
  }

  /// The 32 bytes of an Ed25519 key; nil for another scheme.
  package var rawEd25519: [UInt8]? {
    scheme == .ed25519 ? Array(spkiDER.dropFirst(SPKIPrefix.ed25519.count)) : nil
  }

  /// The key as one PEM block `PUBLIC KEY`, with lines of 64 characters, each ended by a line feed.
  package var spkiPEM: String { PEMBlock.text(label: PEMBlock.publicKeyLabel, content: spkiDER) }
}

extension PublicKey: Hashable {
  package static func == (left: PublicKey, right: PublicKey) -> Bool { left.spkiDER == right.spkiDER }

  package func hash(into hasher: inout Hasher) { hasher.combine(spkiDER) }
}

extension PublicKey: CustomStringConvertible {
  package var description: String { "\(scheme.title) \(hexadecimal(SHA256Hasher.hash(of: spkiDER)))" }
}
