import WrapperSimulation

extension CommandError {
  /// A simulation that could not go on.
  init(_ error: SimulationError) {
    switch error.code {
    case .impossibleDevice: self.init(.usage, error.code.rawValue, error.message)
    case .simulationFailed: self.init(.failed, error.code.rawValue, error.message)
    }
  }
}
