/// What became of one distinct device, held against what was expected.
package struct DeviceResult: Sendable {
  package let group: SimulatedFleet.Group
  package let outcome: DeviceOutcome
  /// How long it took.
  package let duration: Duration
  /// What did not come true, and what should never be; empty when all is well.
  package let objections: [String]

  init(_ group: SimulatedFleet.Group, _ outcome: DeviceOutcome, _ duration: Duration) {
    self.group = group
    self.outcome = outcome
    self.duration = duration
    objections = outcome.violations + group.device.expectations.compactMap { $0.objection(to: outcome) }
  }
}
