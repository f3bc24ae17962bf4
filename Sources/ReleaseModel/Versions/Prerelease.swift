/// The identifiers after the `-` of a version; none for a version without prerelease.
///
/// `<` is the order of the prereleases of one `major.minor.patch` among themselves. A version without prerelease, which
/// comes after all of them, has no place in it.
struct Prerelease: Sendable, Hashable {
  let identifiers: [PrereleaseIdentifier]

  /// No prerelease.
  static let none = Prerelease(identifiers: [])

  /// `-0`, the lowest of all.
  static let lowest = Prerelease(identifiers: [.number(.zero)])

  var isEmpty: Bool { identifiers.isEmpty }

  /// The next one: nothing lies between `rc.1` and `rc.1.0`.
  var successor: Prerelease { Prerelease(identifiers: identifiers + [.number(.zero)]) }
}

extension Prerelease: Comparable {
  static func < (left: Prerelease, right: Prerelease) -> Bool {
    left.identifiers.lexicographicallyPrecedes(right.identifiers)
  }
}

extension Prerelease: CustomStringConvertible {
  var description: String { identifiers.map(\.description).joined(separator: ".") }
}
