/// Conditions of a range that must all hold: what stands between two `||`.
struct ComparatorSet: Sendable, Hashable {
  let comparators: [Comparator]

  /// Whether there is no condition: every version without prerelease is inside.
  var isUnconditional: Bool {
    comparators.allSatisfy { $0 == Comparator(.atLeast, .zero) }
  }

  /// Whether the version is inside, outside, or kept out for being a prerelease.
  func verdict(for version: SemanticVersion) -> RangeVerdict {
    let holds = holds(for: version)
    guard version.isPrerelease, !namesPrerelease(of: version.release) else {
      return holds ? .inside : .outside
    }
    // `1.52.0-pre` comes before 1.52.0, so `^1.52.0` would not hold it in any case; but whoever runs it is told what
    // is the matter: that it is a prerelease.
    return holds || self.holds(for: SemanticVersion(release: version.release))
      ? .prereleaseExcluded : .outside
  }

  private func holds(for version: SemanticVersion) -> Bool {
    comparators.allSatisfy { $0.holds(for: version) }
  }

  private func namesPrerelease(of release: ReleaseTuple) -> Bool {
    comparators.contains { !$0.prerelease.isEmpty && $0.release == release }
  }
}
