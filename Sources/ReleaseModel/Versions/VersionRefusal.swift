/// Why a text is not a version, and what to write instead.
enum VersionRefusal {
  static func error(for text: String) -> ModelError {
    let shown = text.count > 60 ? "\(text.prefix(60))…" : text
    return ModelError(.invalidVersion, "'\(shown)' is not a SemVer 2.0.0 version: \(advice(for: text))")
  }

  private static func advice(for text: String) -> String {
    if text.isEmpty { return "it is empty; write MAJOR.MINOR.PATCH, such as 4.5.0" }
    if text.utf8.count > SemanticVersion.maximumLength {
      return "it has more than \(SemanticVersion.maximumLength) characters"
    }
    if text.contains(where: \.isWhitespace) { return "remove the white space" }
    if text.hasPrefix("v") || text.hasPrefix("V") || text.hasPrefix("=") {
      return "remove the '\(text.prefix(1))'"
        + (completed(text.dropFirst()).map { ", and write \($0)" } ?? "")
    }
    let core = text.prefix { $0 != "-" && $0 != "+" }
    let parts = core.split(separator: ".", omittingEmptySubsequences: false)
    if let part = parts.first(where: { $0.isEmpty || !$0.utf8.allSatisfy(ASCII.isDigit) }) {
      return part.isEmpty ? "a number is missing; write MAJOR.MINOR.PATCH" : "'\(part)' is not a number"
    }
    if let whole = completed(text[...]) { return "a part is missing; write \(whole)" }
    let rest = text.dropFirst(core.count)
    if parts.count > 3 {
      return "it has \(parts.count) numbers; write three, such as \(parts.prefix(3).joined(separator: "."))"
    }
    if let part = parts.first(where: { $0.count > 1 && $0.hasPrefix("0") }) {
      return "'\(part)' has a leading zero; write \(withoutLeadingZeros(part))"
    }
    return
      "'\(rest)' must be '-' and dot-separated letters, digits or hyphens, without leading zeros in numbers, "
      + "then optionally '+' and build metadata"
  }

  /// The version that a text is the beginning of; nil when no part is missing, or something else is wrong.
  private static func completed(_ text: Substring) -> String? {
    let core = text.prefix { $0 != "-" && $0 != "+" }
    let parts = core.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count < 3, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(ASCII.isDigit) }) else {
      return nil
    }
    return (parts + ["0", "0"]).prefix(3).joined(separator: ".") + text.dropFirst(core.count)
  }

  private static func withoutLeadingZeros(_ digits: Substring) -> Substring {
    let rest = digits.drop { $0 == "0" }
    return rest.isEmpty ? "0" : rest
  }
}
