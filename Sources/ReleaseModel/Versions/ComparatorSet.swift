/// Conditions of a range that must all hold: what stands between two `||`.
struct ComparatorSet: Sendable, Hashable {
  let comparators: [Comparator]

  /// Whether there is no condition: every version without prerelease is inside.
  var isUnconditional: Bool {
    comparators.allSatisfy { $0 == Comparator(.atLeast, .zero) }
  }

  /// Whether the version is inside, outside, or kept out by the prerelease rule alone.
  func verdict(for version: SemanticVersion) -> RangeVerdict {
    guard comparators.allSatisfy({ $0.holds(for: version) }) else { return .outside }
    guard version.isPrerelease else { return .inside }
    return namesPrerelease(of: version.release) ? .inside : .prereleaseExcluded
  }

  private func namesPrerelease(of release: ReleaseTuple) -> Bool {
    comparators.contains { !$0.prerelease.isEmpty && $0.release == release }
  }
}
