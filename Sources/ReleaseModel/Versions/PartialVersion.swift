/// A version of the range grammar, in which parts may be missing or wildcards: `1`, `1.x`, `v1.2.*`, `1.2.3-rc.1`.
struct PartialVersion {
  /// The number, or nil when it is missing or a wildcard; what stands after a wildcard counts as one too.
  let major, minor, patch: NumericIdentifier?
  /// What a full version names after its patch.
  let prerelease: Prerelease
  /// Whether what stood before the numbers is allowed before a full version: nothing, or one `v`.
  let hasPlainPrefix: Bool

  /// Whether `major.minor.patch` are all given.
  var isFull: Bool { patch != nil }

  /// Whether it stands for every version: `*`, `x.1`.
  var isAny: Bool { major == nil }

  /// The given numbers, with zeros for the rest.
  var release: ReleaseTuple {
    ReleaseTuple(major: major ?? .zero, minor: minor ?? .zero, patch: patch ?? .zero)
  }

  /// The first version after all that begin with the given major and minor: `1` → 2.0.0, `1.2` → 1.3.0.
  var next: ReleaseTuple { minor == nil ? release.nextMajor : release.nextMinor }

  /// Reads a partial version and nothing else; nil when the text is none.
  init?(_ text: ArraySlice<UInt8>) {
    var scanner = VersionScanner(text)
    self.init(scanning: &scanner)
    guard scanner.isAtEnd else { return nil }
  }

  /// Reads a partial version from the front, with any `v`, `=` and spaces before it; nil when there is none.
  init?(scanning scanner: inout VersionScanner) {
    let prefix = scanner.take(while: Self.isPrefix)
    hasPlainPrefix = prefix.isEmpty || prefix.elementsEqual("v".utf8)

    let dot = UInt8(ascii: ".")
    guard let first = Part(scanning: &scanner) else { return nil }
    var second = Part.wildcard
    var third = Part.wildcard
    var prerelease = Prerelease.none
    if scanner.skip(dot) {
      guard let part = Part(scanning: &scanner) else { return nil }
      second = part
      if scanner.skip(dot) {
        guard let part = Part(scanning: &scanner), let identifiers = scanner.optionalPrerelease(),
          scanner.optionalBuildMetadata() != nil
        else { return nil }
        third = part
        prerelease = identifiers
      }
    }
    major = first.number
    minor = major == nil ? nil : second.number
    patch = minor == nil ? nil : third.number
    self.prerelease = patch == nil ? .none : prerelease
  }

  /// Whether a byte may stand before the numbers.
  static func isPrefix(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "v") || byte == UInt8(ascii: "=") || byte == UInt8(ascii: " ")
  }

  /// Whether the numbers of a version may begin with a byte.
  static func isStart(_ byte: UInt8) -> Bool { ASCII.isDigit(byte) || isWildcard(byte) }

  private static func isWildcard(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "x") || byte == UInt8(ascii: "X") || byte == UInt8(ascii: "*")
  }

  private enum Part {
    case number(NumericIdentifier)
    case wildcard

    init?(scanning scanner: inout VersionScanner) {
      if let byte = scanner.rest.first, isWildcard(byte), scanner.skip(byte) {
        self = .wildcard
      } else if let number = scanner.number() {
        self = .number(number)
      } else {
        return nil
      }
    }

    var number: NumericIdentifier? {
      if case .number(let number) = self { number } else { nil }
    }
  }
}
