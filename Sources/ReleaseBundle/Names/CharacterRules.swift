/// Which characters a name may hold.
enum CharacterRules {
  /// Every kind of forbidden character that the name holds, once each. NUL, the backslash and a drive's colon have
  /// findings of their own.
  static func objections(to name: EntryName) -> [(BundleFindingCode, String)] {
    guard let path = name.path else {
      return [(.nameNotUTF8, "the name is not UTF-8; rename the file, or pack with a tool that writes UTF-8")]
    }
    var objections: [(BundleFindingCode, String)] = []
    if path.unicodeScalars.contains(where: isControl) {
      objections.append((.controlCharacter, "the name holds a control character; rename the file"))
    }
    if path.unicodeScalars.contains(where: isBidirectionalControl) {
      objections.append(
        (
          .bidirectionalControl,
          "the name holds a character that turns the direction of text; rename the file"
        ))
    }
    if let scalar = path.unicodeScalars.dropFirst(driveLength(path)).first(where: isReserved) {
      objections.append(
        (.reservedCharacter, "the name holds '\(scalar)', which Windows forbids; rename the file"))
    }
    return objections
  }

  /// C0 and C1 controls, DEL, and the two separators that end a line; NUL has a finding of its own.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x01...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX #9).
  private static func isBidirectionalControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "<", ">", ":", "\"", "|", "?", "*": true
    default: false
    }
  }

  /// The length of a drive such as `C:` at the start, which is reported as that only.
  private static func driveLength(_ path: String) -> Int {
    let start = path.utf8.prefix(2)
    guard start.count == 2, start.last == UInt8(ascii: ":"), let letter = start.first else { return 0 }
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter | 0x20) ? 2 : 0
  }
}
