/// What a person calls a key, and what its files are called.
struct KeyName: Sendable, Hashable {
  let text: String

  /// Small letters, digits, `.`, `_` and `-`, at most 64, with a letter or digit first: a name that every file system
  /// can hold and no shell misreads.
  init(parsing text: String) throws(InvalidValue) {
    guard (1...64).contains(text.utf8.count), text.utf8.first.map(Self.isLetterOrDigit) == true,
      text.utf8.allSatisfy({ Self.isLetterOrDigit($0) || "._-".utf8.contains($0) })
    else {
      throw InvalidValue(
        "'\(text.prefix(40))' is no name for a key; write small letters, digits, '.', '_' and '-', a letter or digit first"
      )
    }
    self.text = text
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
