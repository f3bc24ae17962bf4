/// Conditions of a range that must all hold: what stands between two `||`.
struct ComparatorSet: Sendable, Hashable {
  let comparators: [Comparator]

  /// Whether the version is inside, outside, or kept out by the prerelease rule alone.
  func verdict(for version: SemanticVersion) -> RangeVerdict {
    guard comparators.allSatisfy({ $0.holds(for: version) }) else { return .outside }
    guard version.isPrerelease else { return .inside }
    return namesPrerelease(of: version.release) ? .inside : .prereleaseExcluded
  }

  /// The versions without prerelease that are inside: a half-open interval, without end when `upper` is nil.
  var stableInterval: StableInterval {
    comparators.reduce(StableInterval(lower: .zero, upper: nil)) { interval, comparator in
      interval.intersection(comparator.stableInterval)
    }
  }

  /// The `major.minor.patch` of the comparators that name a prerelease: only their prereleases can be inside.
  var prereleaseTuples: [ReleaseTuple] {
    comparators.filter { !$0.prerelease.isEmpty }.map(\.release)
  }

  /// Whether any version at all is inside.
  var isSatisfiable: Bool {
    if !stableInterval.isEmpty { return true }
    // The prereleases of one tuple that are inside lie between two bounds, so if there are any, one of them is the
    // lowest of all, a bound itself, or the next one after a bound.
    return comparators.contains { comparator in
      guard !comparator.prerelease.isEmpty else { return false }
      let zero = PrereleaseIdentifier.number(.zero)
      return [[zero], comparator.prerelease, comparator.prerelease + [zero]].contains { prerelease in
        verdict(for: SemanticVersion(release: comparator.release, prerelease: prerelease)) == .inside
      }
    }
  }

  private func namesPrerelease(of release: ReleaseTuple) -> Bool {
    comparators.contains { !$0.prerelease.isEmpty && $0.release == release }
  }
}

extension Comparator {
  /// The versions without prerelease that satisfy the condition.
  var stableInterval: StableInterval {
    // 1.2.3 comes after all of its prereleases and before 1.2.4 with all of its own.
    let after = prerelease.isEmpty ? release.nextPatch : release
    return switch `operator` {
    case .less: StableInterval(lower: .zero, upper: release)
    case .atMost: StableInterval(lower: .zero, upper: after)
    case .equal: StableInterval(lower: release, upper: after)
    case .atLeast: StableInterval(lower: release, upper: nil)
    case .greater: StableInterval(lower: after, upper: nil)
    }
  }
}
