/// The value of a hexadecimal digit of either case; nil for any other character.
func hexadecimalDigit(_ character: UInt8) -> UInt8? {
  switch character {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
  default: nil
  }
}

extension ExactText {
  /// Whether it is made of lower-case hexadecimal digits only.
  var isLowerCaseHexadecimal: Bool {
    withUTF8Bytes { text in
      text.allSatisfy { character in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(character)
      }
    }
  }

  /// The bytes that lower-case hexadecimal digits stand for; nil for other characters and an odd number of them.
  package var hexadecimalBytes: [UInt8]? {
    let digits = utf8
    guard digits.count.isMultiple(of: 2), isLowerCaseHexadecimal else { return nil }
    return stride(from: 0, to: digits.count, by: 2).compactMap { index in
      guard let high = hexadecimalDigit(digits[index]), let low = hexadecimalDigit(digits[index + 1]) else {
        return nil
      }
      return high << 4 | low
    }
  }
}
