/// Turns node-semver's range grammar into comparators, by the same steps as its `Range` class.
enum RangeParser {
  static func parse(_ text: String) throws(ModelError) -> [ComparatorSet] {
    var sets: [ComparatorSet] = []
    for alternative in alternatives(of: text) {
      sets.append(ComparatorSet(comparators: try comparators(of: alternative, in: text)))
    }
    return sets
  }

  private static func alternatives(of text: String) -> [Substring] {
    var alternatives: [Substring] = []
    var rest = text[...]
    while let bar = rest.firstRange(of: "||") {
      alternatives.append(rest[..<bar.lowerBound])
      rest = rest[bar.upperBound...]
    }
    return alternatives + [rest]
  }

  private static func comparators(of set: Substring, in range: String) throws(ModelError) -> [Comparator] {
    let words = set.split(whereSeparator: \.isWhitespace)
    if words.count == 3, words[1] == "-" {
      guard let from = PartialVersion(words[0]), let to = PartialVersion(words[2]) else {
        throw refusal(of: range, at: set)
      }
      guard let comparators = hyphenRange(from, to) else { throw refusal(of: range, at: set) }
      return comparators
    }
    var comparators: [Comparator] = []
    for word in joiningOperators(words.joined(separator: " ")).split(separator: " ") {
      guard let parsed = comparator(word) else { throw refusal(of: range, at: word) }
      comparators += parsed
    }
    return comparators
  }

  /// `1.2 - 2.3.4`: from the first version up to the second, all of it when it is partial.
  private static func hyphenRange(_ from: PartialVersion, _ to: PartialVersion) -> [Comparator]? {
    guard isPlain(from), isPlain(to) else { return nil }
    var comparators: [Comparator] = []
    if !from.numbers.isEmpty {
      comparators.append(Comparator(.atLeast, from.release, prerelease: from.prerelease))
    }
    if to.isFull {
      comparators.append(Comparator(.atMost, to.release, prerelease: to.prerelease))
    } else if !to.numbers.isEmpty {
      comparators.append(.below(to.next))
    }
    return comparators
  }

  /// Removes the white space between an operator and its version: `>= 1.2` → `>=1.2`, `~> 1` → `~1`.
  private static func joiningOperators(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      if character == "<" || character == ">" || character == "=" {
        var symbol = String(rest.removeFirst())
        if symbol != "=", rest.first == "=" { symbol.append(rest.removeFirst()) }
        result += symbol
        let target = rest.drop { $0 == " " }
        if let prefixed = versionPrefix(of: target) {
          result += prefixed
          rest = target.dropFirst(prefixed.count)
        }
      } else if character == "~" || character == "^" {
        rest.removeFirst()
        var target = rest
        if character == "~" {
          // `~ >1` has become `~>1` by the time that node-semver reads it.
          let inner = target.drop { $0 == " " }
          if inner.first == ">", inner.dropFirst().first != "=" { target = inner.dropFirst() }
        }
        result.append(character)
        rest = target.drop { $0 == " " }
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }

  /// The `v`, `=` and spaces before the first part of a version; nil when no version follows.
  private static func versionPrefix(of text: Substring) -> Substring? {
    let prefix = text.prefix { $0 == "v" || $0 == "=" || $0 == " " }
    guard let first = text.dropFirst(prefix.count).first,
      first == "x" || first == "X" || first == "*"
        || ("0"..."9").contains(first)
    else { return nil }
    return prefix
  }

  private static func comparator(_ word: Substring) -> [Comparator]? {
    switch word.first {
    case "^": return PartialVersion(word.dropFirst()).map(caret)
    case "~":
      let rest = word.dropFirst()
      return PartialVersion(rest.first == ">" ? rest.dropFirst() : rest).map(tilde)
    default: return plain(word)
    }
  }

  private static func caret(_ version: PartialVersion) -> [Comparator] {
    guard let major = version.numbers.first else { return [] }
    let upper: ReleaseTuple
    if major != .zero || version.numbers.count == 1 {
      upper = version.release.nextMajor
    } else if version.release.minor != .zero || !version.isFull {
      upper = version.release.nextMinor
    } else {
      upper = version.release.nextPatch
    }
    return [Comparator(.atLeast, version.release, prerelease: version.prerelease), .below(upper)]
  }

  private static func tilde(_ version: PartialVersion) -> [Comparator] {
    guard !version.numbers.isEmpty else { return [] }
    return [Comparator(.atLeast, version.release, prerelease: version.prerelease), .below(version.next)]
  }

  private static func plain(_ word: Substring) -> [Comparator]? {
    let symbol = ["<=", ">=", "<", ">", "="].first(where: word.hasPrefix) ?? ""
    guard let version = PartialVersion(word.dropFirst(symbol.count)) else { return nil }
    let release = version.release
    if version.isFull {
      guard isPlain(version) else { return nil }
      return [
        Comparator(Comparator.Operator(rawValue: symbol) ?? .equal, release, prerelease: version.prerelease)
      ]
    }
    if version.numbers.isEmpty {
      return symbol == "<" || symbol == ">" ? [.below(.zero)] : []
    }
    return switch symbol {
    case ">": [Comparator(.atLeast, version.next)]
    case ">=": [Comparator(.atLeast, release)]
    case "<": [.below(release)]
    case "<=": [.below(version.next)]
    default: [Comparator(.atLeast, release), .below(version.next)]
    }
  }

  /// node-semver allows more than one `v` or `=` before partial versions only.
  private static func isPlain(_ version: PartialVersion) -> Bool {
    !version.isFull || version.prefix.isEmpty || version.prefix == "v"
  }

  private static func refusal(of range: String, at place: Substring) -> ModelError {
    ModelError(
      .invalidRange,
      "'\(range.prefix(100))' is not a version range: cannot read '\(place.prefix(60))'; "
        + "write for example '>=4.2.0 <6.0.0', '^3.1.0' or '*'")
  }
}
