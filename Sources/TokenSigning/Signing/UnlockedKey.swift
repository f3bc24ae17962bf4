import CPKCS11
import Cryptography

/// A key in a session that has logged in, and the PIN if the key wants it for every signature.
struct UnlockedKey: ~Copyable {
  private let session: TokenSession
  private let key: TokenKey
  private let pin: SecretBytes?

  init(session: consuming TokenSession, key: TokenKey, pin: borrowing SecretBytes) {
    self.session = session
    self.key = key
    self.pin = key.wantsPINEachTime ? pin.withUnsafeBytes { SecretBytes(copying: $0) } : nil
  }

  /// A signature in the form that `PublicKey.isValid` takes.
  borrowing func sign(_ message: [UInt8]) throws(TokenError) -> [UInt8] {
    switch key.publicKey.scheme {
    case .ed25519:
      return try session.sign(message, with: key.handle, mechanism: CKM_EDDSA, pin: pin)
    case .ecdsaP256SHA256, .rsaPSSSHA256:
      let digest = SHA256Hasher.hash(of: message)
      let pair = try session.sign(digest, with: key.handle, mechanism: CKM_ECDSA, pin: pin)
      return try ECDSAPair.der(pair)
    }
  }
}
