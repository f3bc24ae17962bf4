/// Turns node-semver's range grammar into comparators.
///
/// Source: https://github.com/npm/node-semver, "Range Grammar", and the order in which its `Range` class goes about it.
enum RangeParser {
  typealias Text = ArraySlice<UInt8>

  static func parse(_ text: String) throws(ModelError) -> [ComparatorSet] {
    let bytes = text.utf8.map { ASCII.isSpace($0) ? UInt8(ascii: " ") : $0 }
    var sets: [ComparatorSet] = []
    for alternative in alternatives(of: bytes) {
      do throws(Unreadable) {
        sets.append(ComparatorSet(comparators: try comparators(of: alternative)))
      } catch {
        throw refusal(of: text, at: error.place)
      }
    }
    // As in node-semver, an alternative without conditions stands for the whole range, and the prereleases that other
    // alternatives name are forgotten.
    if let unconditional = sets.first(where: \.isUnconditional) { return [unconditional] }
    return sets
  }

  /// A place that does not follow the grammar.
  private struct Unreadable: Error {
    let place: Text
  }

  /// What stands between the `||`.
  private static func alternatives(of text: [UInt8]) -> [Text] {
    var alternatives: [Text] = []
    var start = text.startIndex
    var index = text.startIndex
    while index + 1 < text.endIndex {
      if text[index] == UInt8(ascii: "|"), text[index + 1] == UInt8(ascii: "|") {
        alternatives.append(text[start..<index])
        index += 2
        start = index
      } else {
        index += 1
      }
    }
    return alternatives + [text[start...]]
  }

  private static func comparators(of set: Text) throws(Unreadable) -> [Comparator] {
    if let (from, to) = hyphenated(set) {
      guard let comparators = hyphenRange(from, to) else { throw Unreadable(place: set) }
      return comparators
    }
    var comparators: [Comparator] = []
    for word in RangeSpacing.joiningOperators(in: set).split(separator: UInt8(ascii: " ")) {
      guard let parsed = comparator(word) else { throw Unreadable(place: word) }
      comparators += parsed
    }
    return comparators
  }

  /// The two sides of `1.2 - 2.3.4`; nil when the text is not of this form.
  private static func hyphenated(_ set: Text) -> (from: PartialVersion, to: PartialVersion)? {
    let space = UInt8(ascii: " ")
    var scanner = VersionScanner(set.drop { $0 == space })
    guard let from = PartialVersion(scanning: &scanner), !scanner.take(while: { $0 == space }).isEmpty,
      scanner.skip(UInt8(ascii: "-")), !scanner.take(while: { $0 == space }).isEmpty,
      let to = PartialVersion(scanning: &scanner), scanner.rest.allSatisfy({ $0 == space })
    else { return nil }
    return (from, to)
  }

  /// Reads one word: an operator, if any, with its version.
  private static func comparator(_ word: Text) -> [Comparator]? {
    var scanner = VersionScanner(word)
    if scanner.skip(UInt8(ascii: "^")) { return PartialVersion(scanner.rest).map(caret) }
    if scanner.skip(UInt8(ascii: "~")) {
      _ = scanner.skip(UInt8(ascii: ">"))
      return PartialVersion(scanner.rest).map(tilde)
    }
    if scanner.skip(UInt8(ascii: "<")) {
      let comparison = scanner.skip(UInt8(ascii: "=")) ? Comparator.Operator.atMost : .less
      return PartialVersion(scanner.rest).flatMap { comparators(comparison, $0) }
    }
    if scanner.skip(UInt8(ascii: ">")) {
      let comparison = scanner.skip(UInt8(ascii: "=")) ? Comparator.Operator.atLeast : .greater
      return PartialVersion(scanner.rest).flatMap { comparators(comparison, $0) }
    }
    _ = scanner.skip(UInt8(ascii: "="))
    return PartialVersion(scanner.rest).flatMap { comparators(.equal, $0) }
  }

  private static func refusal(of range: String, at place: Text) -> ModelError {
    let unreadable = String(decoding: place.prefix(60), as: UTF8.self)
    return ModelError(
      .invalidRange,
      "'\(range.prefix(100))' is not a version range: cannot read '\(unreadable)'; "
        + "write for example '>=4.2.0 <6.0.0', '^3.1.0' or '*'")
  }
}
