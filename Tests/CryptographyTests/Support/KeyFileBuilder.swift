import Foundation

/// Makes encrypted key files that no program would write.
enum KeyFileBuilder {
  /// An EncryptedPrivateKeyInfo with PBES2, AES-256-CBC, and scrypt with these INTEGERs after its salt.
  static func file(scryptNumbers: [UInt8]) -> String {
    let salt = element(0x04, [UInt8](repeating: 7, count: 16))
    let scrypt = element(0x30, bytes("06092b06010401da47040b") + element(0x30, salt + scryptNumbers))
    let cipher = element(
      0x30, bytes("060960864801650304012a") + element(0x04, [UInt8](repeating: 9, count: 16)))
    let algorithm = element(0x30, bytes("06092a864886f70d01050d") + element(0x30, scrypt + cipher))
    return pem(element(0x30, algorithm + element(0x04, [UInt8](repeating: 1, count: 64))))
  }

  /// A number that is not negative, as an INTEGER.
  static func integer(_ number: UInt64) -> [UInt8] {
    let digits = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    let significant = Array(digits.dropLast().drop { $0 == 0 }) + digits.suffix(1)
    return element(0x02, significant[0] < 0x80 ? significant : [0] + significant)
  }

  /// DER as an encrypted private key in PEM.
  static func pem(_ der: [UInt8]) -> String {
    """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    \(Data(der).base64EncodedString(options: .lineLength64Characters))
    -----END ENCRYPTED PRIVATE KEY-----
    """
  }

  /// What the only block of a PEM text holds.
  static func der(_ pem: String) -> [UInt8] {
    let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-") }
    return Data(base64Encoded: lines.joined()).map { [UInt8]($0) } ?? []
  }
}
