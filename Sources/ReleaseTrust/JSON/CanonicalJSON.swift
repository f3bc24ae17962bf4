/// Canonical JSON (The Update Framework 1.0.34, 4.1): the bytes that are signed and hashed.
///
/// Names are sorted by code point, there is no white space, and in texts only `"` and `\` are escaped: a line break is
/// written raw, so the result is not always JSON. Two values are equal exactly when their canonical bytes are.
package enum CanonicalJSON {
  /// The canonical bytes of a value.
  package static func bytes(of value: StrictJSON) -> [UInt8] {
    var bytes: [UInt8] = []
    write(value, to: &bytes)
    return bytes
  }

  /// Whether canonical bytes are JSON as well, letter for letter what `JSONWriter` writes without white space: no text among
  /// them has a control character.
  static func isCompactJSON(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 }
  }

  static func write(_ value: StrictJSON, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .integer(let integer): bytes += String(integer).utf8
    case .text(let text): write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        write(member.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: ExactText, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8Bytes { text in
      guard text.contains(where: isEscaped) else { return bytes.append(contentsOf: text) }
      for byte in text {
        if isEscaped(byte) { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}
