import CPKCS11
import Cryptography

/// A private key inside a token, with what has to be known to sign with it.
struct TokenKey {
  let handle: CK_OBJECT_HANDLE
  let publicKey: PublicKey
  /// Whether the token wants the PIN again for every signature.
  let wantsPINEachTime: Bool

  /// Finds the only private key of this name, and the public key that the token has beside it.
  ///
  /// Throws `pkcs11_key_not_found`, `pkcs11_key_ambiguous` and `pkcs11_key_unsupported`.
  init(_ reference: TokenKeyReference, in session: borrowing TokenSession) throws(TokenError) {
    var conditions: [TokenSession.Condition] = []
    if let label = reference.keyLabel { conditions.append(.init(CKA_LABEL, Array(label.utf8))) }
    if let identifier = reference.keyIdentifier { conditions.append(.init(CKA_ID, identifier)) }
    let privateKey = try Self.only(
      session.objects([.init(CKA_CLASS, CKO_PRIVATE_KEY)] + conditions), reference, half: "private")

    guard let type = try session.number(CKA_KEY_TYPE, of: privateKey) else {
      throw Self.unsupported(reference, "it does not say which kind of key it is")
    }
    // The identifier ties the halves of a pair together (PKCS #11 2.40, 4.6); a label may be anything.
    if let identifier = try session.value(CKA_ID, of: privateKey), !identifier.isEmpty {
      conditions = [.init(CKA_ID, identifier)]
    }
    let publicHalf = try Self.only(
      session.objects([.init(CKA_CLASS, CKO_PUBLIC_KEY), .init(CKA_KEY_TYPE, type)] + conditions), reference,
      half: "public")
    guard let curve = try session.value(CKA_EC_PARAMS, of: publicHalf),
      let point = try session.value(CKA_EC_POINT, of: publicHalf)
    else { throw Self.unsupported(reference, "only Ed25519 and ECDSA P-256 keys sign here") }
    publicKey = try Self.publicKey(reference, type: type, curve: curve, point: point)
    handle = privateKey
    wantsPINEachTime = try session.value(CKA_ALWAYS_AUTHENTICATE, of: privateKey) == [1]
  }

  private static func publicKey(
    _ reference: TokenKeyReference, type: CK_KEY_TYPE, curve: [UInt8], point: [UInt8]
  ) throws(TokenError) -> PublicKey {
    let key: PublicKey?
    do throws(CryptographyError) {
      key = try ECPoint.publicKey(type: type, curve: curve, point: point)
    } catch { throw unsupported(reference, "its public half cannot be used: \(error.message)") }
    guard let key else { throw unsupported(reference, "only Ed25519 and ECDSA P-256 keys sign here") }
    return key
  }

  private static func only(
    _ found: [CK_OBJECT_HANDLE], _ reference: TokenKeyReference, half: String
  ) throws(TokenError) -> CK_OBJECT_HANDLE {
    guard let object = found.first else {
      throw TokenError(
        .keyNotFound,
        "the \(half) half of \(reference) is not there; 'pkcs11-tool --list-objects' shows what is")
    }
    guard found.count == 1 else {
      throw TokenError(
        .keyAmbiguous, "\(reference) is there more than once (its \(half) half); name it by id=%…")
    }
    return object
  }

  private static func unsupported(_ reference: TokenKeyReference, _ reason: String) -> TokenError {
    TokenError(.keyUnsupported, "\(reference) cannot sign: \(reason)")
  }
}
