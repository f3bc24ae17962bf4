/// The form of a host with an optional port, as `Host` and the target's authority have it (RFC 3986, 3.2.2 and 3.2.3).
enum HostName {
  /// Whether these bytes are `host` or `host:port`, with an IPv6 address in brackets. The host may be empty, as in the
  /// `Host` of a target that has none; who is logged in (`user@`) is no part of it.
  static func isWellFormed(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")), rest[..<end].dropFirst().allSatisfy(isLiteral),
        end > rest.startIndex + 1
      else { return false }
      rest = rest[(end + 1)...]
    } else {
      rest = rest.drop(while: isName)
    }
    guard let colon = rest.popFirst() else { return true }
    return colon == UInt8(ascii: ":") && rest.allSatisfy(ASCII.isDigit)
  }

  private static func isLiteral(_ byte: UInt8) -> Bool {
    isName(byte) || byte == UInt8(ascii: ":")
  }

  /// Unreserved, percent or a sub-delimiter: a token without what only tokens have, and with what they lack.
  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"): false
    default: ASCII.isToken(byte) || "(),;=".utf8.contains(byte)
    }
  }
}
