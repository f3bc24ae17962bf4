/// The `major.minor.patch` of a version.
struct ReleaseTuple: Sendable, Hashable, Comparable {
  let major: NumericIdentifier
  let minor: NumericIdentifier
  let patch: NumericIdentifier

  static let zero = ReleaseTuple(major: .zero, minor: .zero, patch: .zero)

  static func < (left: ReleaseTuple, right: ReleaseTuple) -> Bool {
    if left.major != right.major { return left.major < right.major }
    if left.minor != right.minor { return left.minor < right.minor }
    return left.patch < right.patch
  }

  var nextMajor: ReleaseTuple { ReleaseTuple(major: major.successor, minor: .zero, patch: .zero) }
  var nextMinor: ReleaseTuple { ReleaseTuple(major: major, minor: minor.successor, patch: .zero) }
  var nextPatch: ReleaseTuple { ReleaseTuple(major: major, minor: minor, patch: patch.successor) }
}

extension ReleaseTuple: CustomStringConvertible {
  var description: String { "\(major).\(minor).\(patch)" }
}
