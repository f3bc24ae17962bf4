import Cryptography

/// The schemes that new keys can have, as people write them.
enum KeyScheme: String, CaseIterable, Sendable {
  case ed25519
  case p256

  var signatureScheme: SignatureScheme {
    switch self {
    case .ed25519: .ed25519
    case .p256: .ecdsaP256SHA256
    }
  }
}
