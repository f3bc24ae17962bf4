import CPKCS11
import Cryptography

/// Reads public keys as tokens describe them: a curve, `CKA_EC_PARAMS`, and a point on it, `CKA_EC_POINT`.
enum ECPoint {
  /// The key; nil for a curve that is not used here.
  static func publicKey(
    type: CK_KEY_TYPE, curve: [UInt8], point: [UInt8]
  ) throws(CryptographyError) -> PublicKey? {
    switch (type, curve) {
    case (CKK_EC, p256): try PublicKey(p256: unwrapped(point, byteCount: 65))
    case (CKK_EC_EDWARDS, edwardsIdentifier), (CKK_EC_EDWARDS, edwardsName):
      try PublicKey(ed25519: unwrapped(point, byteCount: 32))
    default: nil
    }
  }

  /// The object identifier of P-256, in DER.
  private static let p256: [UInt8] = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]
  /// The object identifier of Ed25519 (RFC 8410), and its name as a PrintableString: the standard allows both.
  private static let edwardsIdentifier: [UInt8] = [0x06, 0x03, 0x2b, 0x65, 0x70]
  private static let edwardsName: [UInt8] = [0x13, 0x0c] + Array("edwards25519".utf8)

  /// The point without the OCTET STRING that the standard puts around it, or the BIT STRING of some tokens; others
  /// leave it bare. The length tells which.
  private static func unwrapped(_ point: [UInt8], byteCount: Int) -> [UInt8] {
    for wrapping in [[0x04, UInt8(byteCount)], [0x03, UInt8(byteCount + 1), 0]]
    where point.count == wrapping.count + byteCount && point.starts(with: wrapping) {
      return Array(point.dropFirst(wrapping.count))
    }
    return point
  }
}
