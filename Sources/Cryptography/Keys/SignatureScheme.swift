/// How a key signs. A key is made for one scheme and is never used with another.
package enum SignatureScheme: String, Sendable, CaseIterable {
  /// Ed25519 (RFC 8032) over the message itself; 64 bytes.
  case ed25519
  /// ECDSA on the curve P-256 over the message's SHA-256 (FIPS 186-5); DER of the pair (r, s).
  case ecdsaP256SHA256
  /// RSASSA-PSS (RFC 8017) over the message's SHA-256, with MGF1 and SHA-256. It is verified, never made.
  case rsaPSSSHA256

  /// What a person calls it.
  package var title: String {
    switch self {
    case .ed25519: "Ed25519"
    case .ecdsaP256SHA256: "ECDSA P-256"
    case .rsaPSSSHA256: "RSA-PSS"
    }
  }
}
