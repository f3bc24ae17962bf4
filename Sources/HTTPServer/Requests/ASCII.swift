/// Bytes that HTTP's grammar names.
enum ASCII {
  static let space = UInt8(ascii: " ")
  static let slash = UInt8(ascii: "/")
  static let percent = UInt8(ascii: "%")
  static let plus = UInt8(ascii: "+")
  static let ampersand = UInt8(ascii: "&")
  static let equals = UInt8(ascii: "=")
  static let question = UInt8(ascii: "?")
  static let hash = UInt8(ascii: "#")
  static let delete: UInt8 = 0x7f

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  static func isLetter(_ byte: UInt8) -> Bool { lowercase(byte) &- UInt8(ascii: "a") < 26 }

  /// A letter in lower case; any other byte as it is.
  static func lowercase(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// The value of a hexadecimal digit.
  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Whether a byte may stand in a field name or a method (RFC 9110, 5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  /// Whether two runs of bytes are equal but for the case of letters.
  static func equalIgnoringCase(_ bytes: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
    guard bytes.count == name.utf8CodeUnitCount else { return false }
    let wanted = name.utf8Start
    for index in 0..<bytes.count where lowercase(bytes[index]) != lowercase(wanted[index]) { return false }
    return true
  }

  /// Whether two runs of bytes are equal but for the case of letters.
  static func equalIgnoringCase(_ bytes: UnsafeRawBufferPointer, _ name: String) -> Bool {
    var name = name
    return name.withUTF8 { wanted in
      guard bytes.count == wanted.count else { return false }
      for index in 0..<bytes.count where lowercase(bytes[index]) != lowercase(wanted[index]) { return false }
      return true
    }
  }
}
