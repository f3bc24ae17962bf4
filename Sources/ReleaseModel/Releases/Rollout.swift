/// How much of the fleet a release is offered to, in basis points: 0 is nobody, 10000 is everybody.
package struct RolloutBasisPoints: Sendable, Hashable, Comparable {
  package let value: Int

  package static let nobody = RolloutBasisPoints(unchecked: 0)
  package static let everybody = RolloutBasisPoints(unchecked: 10_000)

  /// Takes a whole number from 0 to 10000; refuses another with `invalid_rollout`.
  package init(_ value: Int) throws(ModelError) {
    guard (0...10_000).contains(value) else {
      throw ModelError(
        .invalidRollout, "\(value) is not a rollout; write basis points from 0 (nobody) to 10000 (everybody)")
    }
    self.value = value
  }

  private init(unchecked value: Int) { self.value = value }

  package static func < (left: RolloutBasisPoints, right: RolloutBasisPoints) -> Bool {
    left.value < right.value
  }

  /// Whether a device of this cohort is inside the rollout of the release with this salt; a device without one is
  /// inside only when everybody is.
  package func includes(_ cohort: Cohort?, salt: UInt64) -> Bool {
    if self == .everybody { return true }
    guard let cohort else { return false }
    return RolloutSlot.of(cohort, salt: salt) < value
  }
}

/// A device's own stable number for phased rollouts, 0 to 9999, drawn once.
package struct Cohort: Sendable, Hashable {
  package let value: Int

  /// Takes a number from 0 to 9999; fails on another.
  package init?(_ value: Int) {
    guard (0...9_999).contains(value) else { return nil }
    self.value = value
  }

  /// Reads 1 to 4 decimal digits; refuses anything else with `invalid_cohort`.
  package init(parsing text: String) throws(ModelError) {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy(ASCII.isDigit), let value = Int(text) else {
      throw ModelError(
        .invalidCohort, "'\(text.prefix(40))' is not a cohort; write the device's number from 0 to 9999")
    }
    self.value = value
  }
}

/// Where a cohort stands in the order in which a release reaches devices.
enum RolloutSlot {
  /// A number from 0 to 9999: SipHash-2-4 of the cohort, keyed by the release's salt, mapped without bias. Two
  /// releases have different salts, so that they do not reach the same devices first.
  static func of(_ cohort: Cohort, salt: UInt64) -> Int {
    var attempt: UInt64 = 0
    while true {
      let hash = SipHash24.hash(UInt64(cohort.value), attempt, key: (salt, ~salt))
      // Multiply-shift with rejection (Lemire 2019) gives each slot the same share of the 64-bit space.
      let product = hash.multipliedFullWidth(by: 10_000)
      if product.low >= (0 &- 10_000) % 10_000 { return Int(product.high) }
      attempt += 1
    }
  }
}
