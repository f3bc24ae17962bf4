import ReleaseModel

@testable import WrapperSimulation

/// What devices did, for tests that judge it.
enum Sample {
  static let attempt = DeviceOutcome.Attempt(
    outcome: "installed", reason: nil, message: "release 2.14.0 is installed", offered: "2.14.0", isGood: true
  )

  /// A device that was offered 2.14.0, runs it and can go back to 2.13.0.
  static let good = DeviceOutcome(
    native: .current, fault: nil, attempt: attempt, offered: "2.14.0", running: .release("2.14.0"),
    isConfirmed: true, wayBack: .release("2.13.0"), wasTakenBack: false, violations: [])

  static func outcome(_ change: (inout DeviceOutcome) -> Void) -> DeviceOutcome {
    var outcome = good
    change(&outcome)
    return outcome
  }

  static func device(
    _ scenario: Scenario = .plain, expecting words: String...
  ) throws -> SimulatedDevice {
    SimulatedDevice(
      platform: .ios, wrapperVersion: try SemanticVersion(parsing: "4.6.0"),
      installed: try InstalledBefore(parsing: "2.13.0"), cohort: nil, scenario: scenario,
      expectations: try words.map { try Expectation(parsing: $0) })
  }

  static func result(_ outcome: DeviceOutcome, _ device: SimulatedDevice, count: Int64 = 1) -> DeviceResult {
    DeviceResult(
      SimulatedFleet.Group(device: device, count: count, place: "line 2"), outcome, .milliseconds(1_042))
  }
}
