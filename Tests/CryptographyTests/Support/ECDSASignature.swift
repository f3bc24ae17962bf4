/// The pair of numbers that an ECDSA signature is, each as 32 bytes or as many as a test wants.
struct ECDSASignature: Sendable {
  let r: [UInt8]
  let s: [UInt8]

  /// The order of P-256 (FIPS 186-5), which both numbers are below.
  static let order = bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")

  init(r: [UInt8], s: [UInt8]) {
    self.r = r
    self.s = s
  }

  /// Takes a signature apart that is known to be one.
  init(der: [UInt8]) {
    let rest = der.dropFirst(2)
    let r = rest.dropFirst(2).prefix(Int(rest[rest.startIndex + 1]))
    let s = rest.dropFirst(2 + r.count + 2)
    self.init(r: Self.number(r), s: Self.number(s))
  }

  var encodedR: [UInt8] { Self.integer(r) }
  var encodedS: [UInt8] { Self.integer(s) }
  var integers: [UInt8] { encodedR + encodedS }
  var der: [UInt8] { element(0x30, integers) }
  var raw: [UInt8] { r + s }

  private static func number(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let digits = bytes.drop { $0 == 0 }
    return [UInt8](repeating: 0, count: 32 - digits.count) + digits
  }

  private static func integer(_ number: [UInt8]) -> [UInt8] {
    let digits = Array(number.drop { $0 == 0 })
    return element(0x02, digits.isEmpty ? [0] : digits[0] < 0x80 ? digits : [0] + digits)
  }
}
