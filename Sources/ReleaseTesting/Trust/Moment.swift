package import ReleaseModel

/// The moments that tests of trust happen at.
package enum Moment {
  package static let now = Timestamp(secondsSinceEpoch: 1_800_000_000)
  package static let nextYear = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 365 * 86_400)
  package static let lastYear = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - 365 * 86_400)
  /// One second after what usually expires.
  package static let afterNextYear = Timestamp(secondsSinceEpoch: nextYear.secondsSinceEpoch + 1)
  package static let inAMinute = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 60)
}
