/// A secret that lets its holder act on the server. Shows itself to nobody but the request that carries it.
struct BearerToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let secret: String

  var description: String { "(token)" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }

  /// The `Authorization` field's value.
  var authorization: String { "Bearer \(secret)" }

  /// Reads a token file; refuses one that others may read, and one that does not hold exactly one token.
  init(file path: String) throws(CommandError) {
    let content = try FileReader.read(path, maximumBytes: 4_096)
    guard content.mode & 0o077 == 0 else {
      throw CommandError(
        .usage, "insecure_token_file",
        "the token file '\(path)' can be read by others (mode 0\(String(content.mode, radix: 8)))",
        hint: "chmod 600 \(path)")
    }
    let text = String(decoding: content.bytes, as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first, word.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else {
      throw CommandError(
        .usage, "invalid_token_file", "the token file '\(path)' does not hold exactly one token",
        hint: "write the file with 'relctl token create … --token-out FILE'")
    }
    secret = String(word)
  }
}
