/// Names from untrusted archives and folders, and words of servers, made fit for terminals, logs and JSON.
package enum EscapedName {
  /// The most bytes of a name that are shown.
  private static let longestShown = 300

  /// The name with everything that does not print, or that changes the direction of text, written as `\u{…}`.
  package static func of(_ name: String) -> String { of(Array(name.utf8)) }

  /// The same for bytes that may not be UTF-8: then every byte that is not ASCII is written as `\xNN`.
  package static func of(_ name: [UInt8]) -> String {
    // Nearly every name is of printable ASCII, and looking up what every character is takes its time.
    if name.count <= longestShown, name.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return String(decoding: name, as: UTF8.self)
    }
    let shown = name.prefix(longestShown)
    let cut = name.count > longestShown ? "…" : ""
    if let text = String(validating: name, as: UTF8.self) {
      // A cut within a character leaves a replacement character before the ellipsis.
      let start = cut.isEmpty ? text : String(decoding: shown, as: UTF8.self)
      return start.unicodeScalars.map(escaped).joined() + cut
    }
    return shown.map { $0 < 0x80 ? escaped(Unicode.Scalar($0)) : "\\x\(hexadecimal($0))" }.joined() + cut
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      "\\u{\(hexadecimal(scalar.value))}"
    default:
      String(scalar)
    }
  }

  private static func hexadecimal(_ value: some BinaryInteger) -> String {
    String(value, radix: 16, uppercase: true)
  }
}
