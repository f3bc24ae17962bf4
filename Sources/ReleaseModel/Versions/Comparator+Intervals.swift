extension Comparator {
  /// The versions without prerelease that satisfy the condition.
  var stableInterval: Interval<ReleaseTuple> {
    // 1.2.3 comes after all of its prereleases and before 1.2.4 with all of its own.
    let after = prerelease.isEmpty ? release.nextPatch : release
    return switch `operator` {
    case .less: Interval(.zero, release)
    case .atMost: Interval(.zero, after)
    case .equal: Interval(release, after)
    case .atLeast: Interval(release)
    case .greater: Interval(after)
    }
  }

  /// The prereleases of one `major.minor.patch` that satisfy the condition.
  func prereleaseInterval(of other: ReleaseTuple) -> Interval<Prerelease> {
    let all = Interval(Prerelease.lowest)
    let nothing = Interval(Prerelease.lowest, Prerelease.lowest)
    guard other == release, !prerelease.isEmpty else {
      // All of them lie on the same side of the bound.
      return switch `operator` {
      case .less, .atMost: other <= release ? all : nothing
      case .equal: nothing
      case .atLeast, .greater: other > release ? all : nothing
      }
    }
    return switch `operator` {
    case .less: Interval(.lowest, prerelease)
    case .atMost: Interval(.lowest, prerelease.successor)
    case .equal: Interval(prerelease, prerelease.successor)
    case .atLeast: Interval(prerelease)
    case .greater: Interval(prerelease.successor)
    }
  }
}
