/// Writes a value as JSON (RFC 8259) that any reader takes, with the names in the order of their bytes.
package enum JSONWriter {
  /// How a file looks.
  package enum Layout: Sendable, CaseIterable {
    /// Without white space, for the wire.
    case compact
    /// One member a line, indented by two, for people and for diffs.
    case pretty
  }

  /// The bytes of a file; a pretty one ends with a line break.
  package static func bytes(of value: StrictJSON, _ layout: Layout) -> [UInt8] {
    var bytes: [UInt8] = []
    write(value, layout, depth: 0, to: &bytes)
    if layout == .pretty { bytes.append(UInt8(ascii: "\n")) }
    return bytes
  }

  /// The bytes of a compact file of which one member was written already.
  static func compactBytes(
    of object: JSONObject, where name: ExactText, isWritten written: [UInt8]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(written.count + 1_024)
    list("{", "}", object.members, .compact, depth: 0, to: &bytes) { member, bytes in
      write(member.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if member.name == name {
        bytes += written
      } else {
        write(member.value, .compact, depth: 1, to: &bytes)
      }
    }
    return bytes
  }

  private static func write(_ value: StrictJSON, _ layout: Layout, depth: Int, to bytes: inout [UInt8]) {
    switch value {
    case .null, .bool, .integer: CanonicalJSON.write(value, to: &bytes)
    case .text(let text): write(text, to: &bytes)
    case .array(let elements):
      list("[", "]", elements, layout, depth: depth, to: &bytes) { element, bytes in
        write(element, layout, depth: depth + 1, to: &bytes)
      }
    case .object(let object):
      list("{", "}", object.members, layout, depth: depth, to: &bytes) { member, bytes in
        write(member.name, to: &bytes)
        bytes += (layout == .pretty ? ": " : ":").utf8
        write(member.value, layout, depth: depth + 1, to: &bytes)
      }
    }
  }

  private static func list<Element>(
    _ open: String, _ close: String, _ elements: [Element], _ layout: Layout, depth: Int,
    to bytes: inout [UInt8],
    write: (Element, inout [UInt8]) -> Void
  ) {
    func breakLine(_ depth: Int) {
      guard layout == .pretty, !elements.isEmpty else { return }
      bytes.append(UInt8(ascii: "\n"))
      bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }
    bytes += open.utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine(depth + 1)
      write(element, &bytes)
    }
    breakLine(depth)
    bytes += close.utf8
  }

  private static func write(_ text: ExactText, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in text.string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
      case ..<0x20: bytes += Array(#"\u00"#.utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
