package import ReleaseModel

/// Everything that what a device does depends on. Two of these that are equal do the same, so one of them is run.
package struct SimulatedDevice: Sendable, Hashable {
  package let platform: Platform
  package let wrapperVersion: SemanticVersion
  package let installed: InstalledBefore
  package let cohort: Cohort?
  package let scenario: Scenario
  package let expectations: [Expectation]

  /// The device in a few words, the same for every run.
  package var name: String {
    let cohort = cohort.map { ", cohort \($0.value)" } ?? ""
    return "\(platform.rawValue) \(wrapperVersion) with \(installed)\(cohort): \(scenario)"
  }
}
