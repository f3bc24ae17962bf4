/// One condition of a range, such as `>=1.2.3` or `<2.0.0-0`.
struct Comparator: Sendable, Hashable {
  enum Operator: String, Sendable {
    case less = "<", atMost = "<=", equal = "=", atLeast = ">=", greater = ">"
  }

  let `operator`: Operator
  let release: ReleaseTuple
  let prerelease: [PrereleaseIdentifier]

  init(_ operator: Operator, _ release: ReleaseTuple, prerelease: [PrereleaseIdentifier] = []) {
    self.operator = `operator`
    self.release = release
    self.prerelease = prerelease
  }

  /// Below the lowest prerelease of a version, as node-semver writes the end of a caret or x-range.
  static func below(_ release: ReleaseTuple) -> Comparator {
    Comparator(.less, release, prerelease: [.number(.zero)])
  }

  var version: SemanticVersion { SemanticVersion(release: release, prerelease: prerelease) }

  /// Whether the version satisfies the condition by SemVer precedence alone.
  func holds(for candidate: SemanticVersion) -> Bool {
    let bound = version
    return switch `operator` {
    case .less: candidate < bound
    case .atMost: !(bound < candidate)
    case .equal: candidate.hasSamePrecedence(as: bound)
    case .atLeast: !(candidate < bound)
    case .greater: bound < candidate
    }
  }
}
