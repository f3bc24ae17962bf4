extension ExactText {
  /// The text with every byte but RFC 3986's unreserved characters written as `%XX`, so that it is one segment of an
  /// address and one file name, whatever it holds.
  package var percentEncoded: String { percentEncoded(keepingSlashes: false) }

  /// The same, as several segments: slashes stay.
  package var percentEncodedPath: String { percentEncoded(keepingSlashes: true) }

  private func percentEncoded(keepingSlashes: Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.append(byte)
      case UInt8(ascii: "/") where keepingSlashes: encoded.append(byte)
      default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
