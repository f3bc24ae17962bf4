/// One condition of a range, such as `>=1.2.3` or `<2.0.0-0`.
struct Comparator: Sendable, Hashable {
  enum Operator: Sendable {
    case less, atMost, equal, atLeast, greater
  }

  let release: ReleaseTuple
  let `operator`: Operator
  let prerelease: Prerelease

  init(_ operator: Operator, _ release: ReleaseTuple, prerelease: Prerelease = .none) {
    self.release = release
    self.operator = `operator`
    self.prerelease = prerelease
  }

  /// Below the lowest prerelease of a version, as node-semver writes the end of a caret or x-range.
  static func below(_ release: ReleaseTuple) -> Comparator {
    Comparator(.less, release, prerelease: .lowest)
  }

  /// Whether the version satisfies the condition by SemVer precedence alone.
  func holds(for version: SemanticVersion) -> Bool {
    let bound = SemanticVersion(release: release, prerelease: prerelease)
    return switch `operator` {
    case .less: version < bound
    case .atMost: !(bound < version)
    case .equal: version.hasSamePrecedence(as: bound)
    case .atLeast: !(version < bound)
    case .greater: bound < version
    }
  }
}
