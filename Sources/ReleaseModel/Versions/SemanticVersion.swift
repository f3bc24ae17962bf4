/// A version in the strict form of SemVer 2.0.0, `MAJOR.MINOR.PATCH[-PRERELEASE][+BUILD]`.
///
/// `<` is SemVer precedence, which ignores build metadata; `==` also compares the build metadata, so that two
/// equal versions are the same text.
package struct SemanticVersion: Sendable, Hashable {
  let release: ReleaseTuple
  let prerelease: Prerelease
  private let build: String?

  /// The most bytes that a version may have: it names a folder on the device, and most file systems end at 255.
  package static let maximumLength = 240

  /// Reads a strict SemVer 2.0.0 version, of numbers of any length; refuses anything else with `invalid_version`
  /// and says how to mend what people commonly write, such as `4.5`, `v4.5.0` or `04.5.0`.
  package init(parsing text: String) throws(ModelError) {
    guard text.utf8.count <= Self.maximumLength, let parsed = Self(scanning: Array(text.utf8)) else {
      throw VersionRefusal.error(for: text)
    }
    self = parsed
  }

  init(release: ReleaseTuple, prerelease: Prerelease = .none, build: String? = nil) {
    self.release = release
    self.prerelease = prerelease
    self.build = build
  }

  private init?(scanning text: [UInt8]) {
    var scanner = VersionScanner(text[...])
    let dot = UInt8(ascii: ".")
    guard let major = scanner.number(), scanner.skip(dot), let minor = scanner.number(), scanner.skip(dot),
      let patch = scanner.number(), let prerelease = scanner.optionalPrerelease(),
      let build = scanner.optionalBuildMetadata(), scanner.isAtEnd
    else { return nil }
    self.init(
      release: ReleaseTuple(major: major, minor: minor, patch: patch), prerelease: prerelease,
      build: build.isEmpty ? nil : String(decoding: build, as: UTF8.self))
  }

  /// Whether the version has a prerelease part.
  package var isPrerelease: Bool { !prerelease.isEmpty }

  /// Whether neither precedes the other: they differ in build metadata at most.
  package func hasSamePrecedence(as other: SemanticVersion) -> Bool {
    release == other.release && prerelease == other.prerelease
  }
}

extension SemanticVersion: Comparable {
  package static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    if left.release != right.release { return left.release < right.release }
    // A version without prerelease comes after all of its prereleases.
    guard left.isPrerelease else { return false }
    guard right.isPrerelease else { return true }
    return left.prerelease < right.prerelease
  }
}

extension SemanticVersion: CustomStringConvertible {
  /// The text that the version was read from.
  package var description: String {
    var text = "\(release)"
    if isPrerelease { text += "-\(prerelease)" }
    if let build { text += "+\(build)" }
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
