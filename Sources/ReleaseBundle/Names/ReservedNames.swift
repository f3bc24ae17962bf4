/// The device names of Windows, which are files nowhere on it, in no folder and with no extension.
enum ReservedNames {
  private static let devices: Set<String> = {
    let digits = (1...9).map(String.init) + ["\u{B9}", "\u{B2}", "\u{B3}"]
    let numbered = digits.flatMap { ["COM\($0)", "LPT\($0)"] }
    return Set(["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"] + numbered)
  }()

  /// Whether a part of a path is such a name, with or without an extension, and with spaces before the extension.
  static func contains(_ part: ArraySlice<UInt8>) -> Bool {
    let stem = part.prefix { $0 != UInt8(ascii: ".") }
    let spaces = stem.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    // The longest device name has eight bytes.
    guard stem.count - spaces <= 8 else { return false }
    return devices.contains(String(decoding: stem.dropLast(spaces), as: UTF8.self).uppercased())
  }
}
