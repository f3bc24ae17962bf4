/// A version of the range grammar, in which parts may be missing or wildcards: `1`, `1.x`, `v1.2.*`, `1.2.3-rc.1`.
struct PartialVersion {
  /// The leading numbers that are given, up to the first wildcard or missing part: none to three.
  let numbers: [NumericIdentifier]
  let prerelease: [PrereleaseIdentifier]
  /// What stood before the numbers, out of `v` and `=`.
  let prefix: Substring

  /// Whether `major.minor.patch` are all given.
  var isFull: Bool { numbers.count == 3 }

  /// The given numbers, with zeros for the rest.
  var release: ReleaseTuple {
    func number(_ index: Int) -> NumericIdentifier { index < numbers.count ? numbers[index] : .zero }
    return ReleaseTuple(major: number(0), minor: number(1), patch: number(2))
  }

  /// The first version after all that begin with the given numbers: `1` → 2.0.0, `1.2` → 1.3.0.
  var next: ReleaseTuple { numbers.count == 1 ? release.nextMajor : release.nextMinor }

  /// Reads a partial version; nil when the text is none.
  init?(_ text: Substring) {
    prefix = text.prefix { $0 == "v" || $0 == "=" }
    var core = text.dropFirst(prefix.count)
    if let plus = core.firstIndex(of: "+") {
      guard SemanticVersion.isBuildMetadata(core[core.index(after: plus)...]) else { return nil }
      core = core[..<plus]
    }
    var identifiers: [PrereleaseIdentifier] = []
    let hyphen = core.firstIndex(of: "-")
    if let hyphen {
      guard let parts = SemanticVersion.parsePrerelease(core[core.index(after: hyphen)...]) else {
        return nil
      }
      identifiers = parts
      core = core[..<hyphen]
    }
    let parts = core.split(separator: ".", omittingEmptySubsequences: false)
    // A prerelease or build may follow three parts only.
    let isDecorated = hyphen != nil || core.endIndex != text.endIndex
    guard (1...3).contains(parts.count), parts.count == 3 || !isDecorated else { return nil }
    var numbers: [NumericIdentifier] = []
    var sawWildcard = false
    for part in parts {
      if part == "x" || part == "X" || part == "*" {
        sawWildcard = true
      } else {
        guard let number = NumericIdentifier(part) else { return nil }
        if !sawWildcard { numbers.append(number) }
      }
    }
    self.numbers = numbers
    prerelease = numbers.count == 3 ? identifiers : []
  }
}
