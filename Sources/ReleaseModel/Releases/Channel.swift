/// The exact name of a line of releases, such as `production` or `beta`. Compared byte for byte.
package struct Channel: Sendable, Hashable {
  /// The name: an ASCII letter, then up to 63 letters, digits, `.`, `_` or `-`.
  package let name: String

  /// The most characters that a name may have.
  package static let maximumLength = 64

  /// Names that would be taken for something else: a command's verb, a role of the trust metadata, or "none".
  package static let reservedNames: Set<String> = [
    "all", "diff", "help", "inspect", "list", "none", "pack", "pause", "promote", "publish", "releases",
    "resume", "retire", "rollout", "root", "show", "snapshot", "status", "targets", "timestamp", "verify",
  ]

  /// Reads a channel name; refuses with `invalid_channel` what the grammar forbids, what looks like a version,
  /// and the reserved names.
  package init(parsing text: String) throws(ModelError) {
    guard let reason = Self.objection(to: text) else {
      name = text
      return
    }
    throw ModelError(.invalidChannel, "'\(text.prefix(100))' is not a channel name: \(reason)")
  }

  private static func objection(to text: String) -> String? {
    guard let first = text.utf8.first else { return "it is empty; write a name such as 'production'" }
    guard text.utf8.count <= maximumLength else { return "it has more than \(maximumLength) characters" }
    guard ASCII.isLetter(first), text.utf8.allSatisfy(isAllowed) else {
      return "write a letter, then letters, digits, '.', '_' or '-'"
    }
    if looksLikeVersion(text) { return "it would be taken for a version; write a name such as 'production'" }
    if reservedNames.contains(text.lowercased()) { return "the name is reserved; choose another" }
    return nil
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    ASCII.isIdentifier(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
  }

  /// `v1`, `v1.70`, `x`: texts that the range grammar reads as a version or a wildcard.
  private static func looksLikeVersion(_ text: String) -> Bool {
    let rest = text.utf8.first.map { $0 | 0x20 } == UInt8(ascii: "v") ? text.utf8.dropFirst() : text.utf8[...]
    if rest.elementsEqual("x".utf8) || rest.elementsEqual("X".utf8) { return true }
    return !rest.isEmpty && rest.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
  }
}

extension Channel: CustomStringConvertible {
  package var description: String { name }
}

extension Channel: Codable {
  package init(from decoder: any Decoder) throws {
    self = try decoder.parsingSingleString(Channel.init(parsing:))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
