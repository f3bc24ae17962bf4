/// The head of a request as it came over the wire.
package struct RawRequest: Sendable {
  /// The request line and the header lines, without line ends.
  package let lines: [String]

  /// `GET`, for example.
  package var method: String { word(0) }
  /// The path and query as they were sent.
  package var target: String { word(1) }

  /// The value of a header field; names are compared without regard to case.
  package subscript(name: String) -> String? {
    let prefix = name.lowercased() + ":"
    guard let line = lines.dropFirst().first(where: { $0.lowercased().hasPrefix(prefix) }) else { return nil }
    return String(line.dropFirst(prefix.count).drop { $0 == " " })
  }

  /// The first byte that `Range: bytes=N-` asks for.
  package var rangeStart: Int? {
    guard let range = self["Range"], range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
    return Int(range.dropFirst(6).dropLast())
  }

  private func word(_ index: Int) -> String {
    let words = lines.first?.split(separator: " ") ?? []
    return words.count > index ? String(words[index]) : ""
  }
}
