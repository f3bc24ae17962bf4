package import ReleaseModel

/// The devices that a simulation runs, and how many wrappers each stands for.
package struct SimulatedFleet: Sendable, Hashable {
  /// One distinct device.
  package struct Group: Sendable, Hashable {
    package let device: SimulatedDevice
    /// How many wrappers are alike.
    package internal(set) var count: Int64
    /// Where the fleet file names it first.
    package let place: String
  }

  /// What holds for rows that do not say themselves.
  package struct Defaults: Sendable {
    package var platform: Platform?
    package var installed = InstalledBefore.builtIn
    package var expectations: [Expectation] = []
    package var scenarios: [Scenario] = []

    package init() {}
  }

  /// The distinct devices, in the order of the file.
  package private(set) var groups: [Group] = []
  /// How many wrappers there are.
  package let wrapperCount: Int64

  /// Puts wrappers together that are alike; each is there once for every scenario.
  package init(_ rows: [FleetRow], _ defaults: Defaults) throws(FieldErrors) {
    var errors: [FieldError] = []
    var places: [SimulatedDevice: Int] = [:]
    var total: Int64 = 0
    for row in rows {
      let (sum, overflows) = total.addingReportingOverflow(row.count)
      guard let platform = row.platform ?? defaults.platform, !overflows else {
        errors.append(Self.refusal(of: row, overflows))
        continue
      }
      total = sum
      guard row.count > 0 else { continue }
      let named = row.scenarios.isEmpty ? defaults.scenarios : row.scenarios
      for scenario in named.isEmpty ? [.plain] : named {
        let device = SimulatedDevice(
          platform: platform, wrapperVersion: row.wrapperVersion,
          installed: row.installed ?? defaults.installed, cohort: row.cohort, scenario: scenario,
          expectations: row.expectations.isEmpty ? defaults.expectations : row.expectations)
        if let place = places[device] {
          groups[place].count += row.count
        } else {
          places[device] = groups.count
          groups.append(Group(device: device, count: row.count, place: row.place))
        }
      }
    }
    wrapperCount = total
    guard errors.isEmpty else { throw FieldErrors(errors) }
  }

  /// Everything that keeps devices from being set up, each once.
  ///
  /// - Parameters:
  ///   - channel: whose releases they are.
  ///   - releases: those that a device can have installed.
  ///   - isSigned: whether the devices pin a root.
  package func requirePossible(
    with releases: [LatestRelease], of channel: Channel, isSigned: Bool
  ) throws(FieldErrors) {
    let known = Dictionary(releases.map { ($0.releaseVersion, $0) }) { first, _ in first }
    var errors: [FieldError] = []
    for group in groups {
      guard let objection = Self.objection(to: group.device, known, channel, isSigned) else { continue }
      let error = FieldError(
        field: group.place, code: ProblemCode("impossible_device"), detail: objection)
      // A line stands for a device in each of its scenarios.
      if !errors.contains(error) { errors.append(error) }
    }
    guard errors.isEmpty else { throw FieldErrors(errors) }
  }

  private static func refusal(of row: FleetRow, _ overflows: Bool) -> FieldError {
    overflows
      ? FieldError(
        field: row.place, code: ProblemCode("invalid_count"), detail: "there are too many wrappers in all")
      : FieldError(
        field: row.place, code: .invalidPlatform,
        detail: "it names no platform; write 'ios' or 'android', or give --platform for all")
  }

  private static func objection(
    to device: SimulatedDevice, _ releases: [SemanticVersion: LatestRelease], _ channel: Channel,
    _ isSigned: Bool
  ) -> String? {
    if device.scenario == .network(.wrongSignature), !isSigned {
      return "without --trust-root a device looks at no signature, so there is none to be wrong"
    }
    guard case .release(let version) = device.installed else { return nil }
    guard let release = releases[version] else {
      return "the channel '\(channel)' has no release \(version) that could still be downloaded"
    }
    guard release.wrapperRange.contains(device.wrapperVersion) else {
      return
        "release \(version) is for wrappers \(release.wrapperRange), so \(device.wrapperVersion) cannot have it"
    }
    return nil
  }
}
