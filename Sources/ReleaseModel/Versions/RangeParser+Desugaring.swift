// What each form of the grammar means in terms of comparators; no comparator allows every version.
extension RangeParser {
  /// `1.2 - 2.3.4`: from the first version up to the second, all of it when it is partial. Nil when a full version has
  /// something else than `v` before it.
  static func hyphenRange(_ from: PartialVersion, _ to: PartialVersion) -> [Comparator]? {
    guard from.hasPlainPrefix || !from.isFull else { return nil }
    guard to.hasPlainPrefix || !to.isFull || !to.prerelease.isEmpty else { return nil }
    var comparators: [Comparator] = []
    if !from.isAny { comparators.append(Comparator(.atLeast, from.release, prerelease: from.prerelease)) }
    if to.isFull {
      comparators.append(Comparator(.atMost, to.release, prerelease: to.prerelease))
    } else if !to.isAny {
      comparators.append(.below(to.next))
    }
    return comparators
  }

  /// `^1.2.3`: changes to the right of the first number that is not zero.
  static func caret(_ version: PartialVersion) -> [Comparator] {
    if version.isAny { return [] }
    let upper: ReleaseTuple
    if version.release.major != .zero || version.minor == nil {
      upper = version.release.nextMajor
    } else if version.release.minor != .zero || version.patch == nil {
      upper = version.release.nextMinor
    } else {
      upper = version.release.nextPatch
    }
    return [Comparator(.atLeast, version.release, prerelease: version.prerelease), .below(upper)]
  }

  /// `~1.2.3`: changes of the patch, or of the minor too when none is given.
  static func tilde(_ version: PartialVersion) -> [Comparator] {
    if version.isAny { return [] }
    return [Comparator(.atLeast, version.release, prerelease: version.prerelease), .below(version.next)]
  }

  /// `>1.2.3`, `<=1.x`, `1.2`: a partial version stands for all that begin with it. Nil when a full version has something
  /// else than `v` before it.
  static func comparators(_ comparison: Comparator.Operator, _ version: PartialVersion) -> [Comparator]? {
    if version.isFull {
      guard version.hasPlainPrefix else { return nil }
      return [Comparator(comparison, version.release, prerelease: version.prerelease)]
    }
    if version.isAny {
      // Nothing is above or below every version.
      return comparison == .less || comparison == .greater ? [.below(.zero)] : []
    }
    return switch comparison {
    case .greater: [Comparator(.atLeast, version.next)]
    case .atLeast: [Comparator(.atLeast, version.release)]
    case .less: [.below(version.release)]
    case .atMost: [.below(version.next)]
    case .equal: [Comparator(.atLeast, version.release), .below(version.next)]
    }
  }
}
