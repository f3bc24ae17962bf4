/// The pair (r, s) of an ECDSA signature on P-256, which tokens write side by side and everybody else in DER.
enum ECDSAPair {
  /// `SEQUENCE { INTEGER r, INTEGER s }` (RFC 3279, 2.2.3) of 64 bytes.
  static func der(_ pair: [UInt8]) throws(TokenError) -> [UInt8] {
    guard pair.count == 64 else {
      throw TokenError(.failed, "the token's ECDSA signature has \(pair.count) bytes, where P-256 has 64")
    }
    let content = integer(pair[..<32]) + integer(pair[32...])
    return [0x30, UInt8(content.count)] + content
  }

  /// The shortest INTEGER that is not negative.
  private static func integer(_ number: ArraySlice<UInt8>) -> [UInt8] {
    var digits = Array(number.dropLast().drop { $0 == 0 }) + number.suffix(1)
    if digits[0] >= 0x80 { digits.insert(0, at: 0) }
    return [0x02, UInt8(digits.count)] + digits
  }
}
