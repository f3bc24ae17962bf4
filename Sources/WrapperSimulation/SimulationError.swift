/// Why a simulation could not go on; what a device does is never one, but a part of the report.
package struct SimulationError: Error, Sendable, Hashable {
  /// The reasons, all different.
  package enum Code: String, Sendable, CaseIterable {
    /// A device cannot be in the state that the fleet says it is in.
    case impossibleDevice = "impossible_device"
    /// The simulation's own network could not be set up.
    case simulationFailed = "simulation_failed"
  }

  package let code: Code
  /// What is wrong, and what to do about it.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
