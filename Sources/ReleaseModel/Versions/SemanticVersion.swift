/// A version in the strict form of SemVer 2.0.0, `MAJOR.MINOR.PATCH[-PRERELEASE][+BUILD]`.
///
/// `<` is SemVer precedence, which ignores build metadata; `==` also compares the build metadata, so that two
/// equal versions are the same text.
package struct SemanticVersion: Sendable, Hashable {
  let release: ReleaseTuple
  let prerelease: [PrereleaseIdentifier]
  private let build: String?

  /// The most characters that a version may have.
  package static let maximumLength = 256

  /// Reads a strict SemVer 2.0.0 version, of numbers of any length; refuses anything else with `invalid_version`
  /// and says how to mend what people commonly write, such as `4.5`, `v4.5.0` or `04.5.0`.
  package init(parsing text: String) throws(ModelError) {
    guard text.utf8.count <= Self.maximumLength, let parsed = Self.parse(text) else {
      throw VersionRefusal.error(for: text)
    }
    self = parsed
  }

  /// Whether the version has a prerelease part.
  package var isPrerelease: Bool { !prerelease.isEmpty }

  /// Whether neither precedes the other: they differ in build metadata at most.
  package func hasSamePrecedence(as other: SemanticVersion) -> Bool {
    release == other.release && prerelease == other.prerelease
  }

  init(release: ReleaseTuple, prerelease: [PrereleaseIdentifier], build: String? = nil) {
    self.release = release
    self.prerelease = prerelease
    self.build = build
  }

  private static func parse(_ text: String) -> SemanticVersion? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var core = text[...]
    var build: Substring?
    if let plus = core.firstIndex(of: "+") {
      build = core[core.index(after: plus)...]
      core = core[..<plus]
    }
    var prerelease: [PrereleaseIdentifier] = []
    if let hyphen = core.firstIndex(of: "-") {
      guard let parts = parsePrerelease(core[core.index(after: hyphen)...]) else { return nil }
      prerelease = parts
      core = core[..<hyphen]
    }
    let numbers = core.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 3, let major = NumericIdentifier(numbers[0]),
      let minor = NumericIdentifier(numbers[1]), let patch = NumericIdentifier(numbers[2])
    else { return nil }
    if let build, !isBuildMetadata(build) { return nil }
    return SemanticVersion(
      release: ReleaseTuple(major: major, minor: minor, patch: patch), prerelease: prerelease,
      build: build.map(String.init))
  }

  /// Reads the dot-separated identifiers after the `-`; nil when one is empty or malformed.
  static func parsePrerelease(_ text: Substring) -> [PrereleaseIdentifier]? {
    var identifiers: [PrereleaseIdentifier] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard let identifier = PrereleaseIdentifier(part) else { return nil }
      identifiers.append(identifier)
    }
    return identifiers
  }

  static func isBuildMetadata(_ text: Substring) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy(ASCII.isIdentifier)
    }
  }
}

extension SemanticVersion: Comparable {
  package static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    if left.release != right.release { return left.release < right.release }
    // A version without prerelease comes after all of its prereleases.
    guard !left.prerelease.isEmpty else { return false }
    guard !right.prerelease.isEmpty else { return true }
    return left.prerelease.lexicographicallyPrecedes(right.prerelease)
  }
}

extension SemanticVersion: CustomStringConvertible {
  /// The text that the version was read from.
  package var description: String {
    var text = "\(release)"
    if !prerelease.isEmpty { text += "-" + prerelease.map(\.description).joined(separator: ".") }
    if let build { text += "+" + build }
    return text
  }
}

extension SemanticVersion: Codable {
  package init(from decoder: any Decoder) throws {
    self = try decoder.parsingSingleString(SemanticVersion.init(parsing:))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
