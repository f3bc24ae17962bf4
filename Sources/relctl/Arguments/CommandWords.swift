import Glibc

/// The words of the command line as the caller gave them: bytes, which are not always text.
struct CommandWords: Sendable {
  private let bytes: [[UInt8]]

  init(_ bytes: [[UInt8]]) { self.bytes = bytes }

  /// The words of this process, without its own name.
  static var ofProcess: CommandWords {
    CommandWords(
      UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst().map {
        word in
        word.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
      })
  }

  /// For finding out what is asked for, however wrong a word is; never for names of things.
  var repaired: [String] { bytes.map { String(decoding: $0, as: UTF8.self) } }

  /// The words, not a byte changed. A word that is not text is refused: made into text, it would name something else.
  func exact() throws(CommandError) -> [String] {
    var words: [String] = []
    for (index, word) in bytes.enumerated() {
      guard let text = String(validating: word, as: UTF8.self) else {
        throw CommandError(
          .usage, "not_utf8", "argument \(index + 1) is not UTF-8: '\(Self.escaped(word))'",
          hint: "relctl takes UTF-8 only; rename the file or folder, or give a path without such bytes")
      }
      words.append(text)
    }
    return words
  }

  /// ASCII as it is, all other bytes as `\xff`.
  private static func escaped(_ word: [UInt8]) -> String {
    word.map { byte in
      (0x20...0x7e).contains(byte)
        ? String(UnicodeScalar(byte)) : "\\x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
    }.joined()
  }
}
