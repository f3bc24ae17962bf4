/// Breaks the texts of help into lines that fit a terminal.
enum HelpLines {
  static let width = 100

  /// The words of a text on lines of `width` at the most, of which the first `indent` characters are taken. Only a word that
  /// is longer has a line that is.
  static func words(of text: String, indent: Int = 0) -> [String] {
    filled(text.split { $0.isWhitespace }.map { String($0) }, upTo: width - indent)
  }

  /// Paragraphs, which an empty line separates.
  static func paragraphs(of text: String) -> String {
    text.split(separator: "\n\n")
      .map { words(of: String($0)).joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// A command line over several lines, of which all but the first are indented: broken before options only.
  ///
  /// - Parameter end: what stands at the end of a line that goes on: a backslash where it is to be typed.
  static func command(_ line: String, indent: Int = 0, end: String = "") -> String {
    let parts = line.split(separator: " --").enumerated().map { $0 == 0 ? String($1) : "--\($1)" }
    let padding = String(repeating: " ", count: indent)
    return padding
      + filled(parts, upTo: width - indent - 2 - end.count).joined(separator: "\(end)\n\(padding)  ")
  }

  private static func filled(_ parts: [String], upTo width: Int) -> [String] {
    var lines: [String] = []
    for part in parts {
      if let last = lines.last, last.count + 1 + part.count <= width {
        lines[lines.count - 1] = "\(last) \(part)"
      } else {
        lines.append(part)
      }
    }
    return lines
  }
}
