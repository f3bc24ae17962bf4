/// What a range says of a version.
package enum RangeVerdict: Sendable, Hashable {
  case inside
  case outside
  /// The version, or its `major.minor.patch`, would be inside, but it is a prerelease and the range names none of the
  /// same `major.minor.patch`.
  case prereleaseExcluded
}

/// A set of versions, in node-semver's grammar and with its default prerelease rule.
///
/// A prerelease matches only where a comparator of the same `major.minor.patch` names a prerelease too.
/// Source: https://github.com/npm/node-semver, "Range Grammar" and "Prerelease Tags".
package struct VersionRange: Sendable {
  private let text: String
  let sets: [ComparatorSet]

  /// The most bytes that a range may have.
  package static let maximumLength = 1_024

  /// Reads a range; refuses with `invalid_range` what node-semver refuses. Empty text means every version.
  package init(parsing text: String) throws(ModelError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw ModelError(.invalidRange, "the range has more than \(Self.maximumLength) characters")
    }
    self.text = text
    sets = try RangeParser.parse(text)
  }

  /// Whether the version is inside.
  package func contains(_ version: SemanticVersion) -> Bool { verdict(for: version) == .inside }

  /// Whether the version is inside, outside, or kept out for being a prerelease.
  package func verdict(for version: SemanticVersion) -> RangeVerdict {
    var verdict = RangeVerdict.outside
    for set in sets {
      switch set.verdict(for: version) {
      case .inside: return .inside
      case .prereleaseExcluded: verdict = .prereleaseExcluded
      case .outside: break
      }
    }
    return verdict
  }

  /// Whether any version at all is inside.
  package var isSatisfiable: Bool {
    sets.contains { !$0.stableInterval.isEmpty || !$0.prereleaseIntervals.isEmpty }
  }

  /// Whether every version without prerelease is inside.
  package var allowsEverything: Bool {
    Interval(.zero).isCovered(by: sets.map(\.stableInterval))
  }

  /// Whether some version is above everything that is inside.
  package var hasUpperBound: Bool {
    sets.allSatisfy { $0.stableInterval.isEmpty || $0.stableInterval.upper != nil }
  }
}

extension VersionRange: Hashable {
  package static func == (left: VersionRange, right: VersionRange) -> Bool {
    left.text == right.text
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension VersionRange: CustomStringConvertible {
  /// The text that the range was read from.
  package var description: String { text }
}

extension VersionRange: Codable {
  package init(from decoder: any Decoder) throws {
    self = try decoder.parsingSingleString(VersionRange.init(parsing:))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
