/// What a log says of a request's target: the path and the names of the query's parameters.
///
/// People put secrets into URLs, tokens above all, and a log is read by more people than may see them. So a value is
/// shown only when the request was answered as it wished, and the parameter is one of those that the routes know. A part
/// of the path, or a name, that holds the mark of a secret is never shown.
struct LoggedTarget {
  private let target: String
  private let secretMark: String?

  /// - Parameter secretMark: what every secret of the service begins with, in lower case.
  init(_ target: String, secretMark: String?) {
    self.target = target
    self.secretMark = secretMark
  }

  /// The target with `…` for each value that is not of one of `names`. An item without `=` may be a secret too.
  func text(withValuesOf names: Set<String>) -> String {
    guard let mark = target.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return path(target[...]) }
    let items = target[mark...].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
    return path(target[..<mark]) + String(target[mark])
      + items.map { text(of: $0, withValuesOf: names) }.joined(separator: "&")
  }

  private func path(_ path: Substring) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { isSecret($0) ? "…" : $0 }
      .joined(separator: "/")
  }

  private func text(of item: Substring, withValuesOf names: Set<String>) -> String {
    guard let equals = item.firstIndex(of: "="), !isSecret(item[..<equals]) else {
      return item.isEmpty ? "" : "…"
    }
    return names.contains(String(item[..<equals])) ? String(item) : item[...equals] + "…"
  }

  /// Whether a part holds the mark, however much of it is percent-encoded.
  private func isSecret(_ part: Substring) -> Bool {
    guard let secretMark else { return false }
    var decoded: [UInt8] = []
    var rest = part.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(ASCII.hexadecimal)
      if byte == ASCII.percent, digits.count == 2 {
        decoded.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self).lowercased().contains(secretMark)
  }
}
