import FoundationEssentials
package import ReleaseModel
import Synchronization
import WrapperInstaller

/// Runs every distinct device of a fleet, some at a time, each in a folder of its own that is gone afterwards.
package struct Simulation: Sendable {
  private let fleet: SimulatedFleet
  private let setting: SimulationSetting

  /// Throws when a device cannot be in the state that the fleet says it is in.
  package init(_ fleet: SimulatedFleet, in setting: SimulationSetting) throws(FieldErrors) {
    try fleet.requirePossible(with: setting.releases, of: setting.channel, isSigned: setting.trustRoot != nil)
    self.fleet = fleet
    self.setting = setting
  }

  /// Runs the devices; the results are in the order of the fleet.
  ///
  /// - Parameter progress: told how many devices are done, from any thread.
  package func run(
    progress: @escaping @Sendable (_ done: Int) -> Void = { _ in }
  ) async throws -> [DeviceResult] {
    let stage = try Stage(setting)
    let groups = fleet.groups
    return try await withThrowingTaskGroup(of: (Int, DeviceResult).self) { tasks in
      var results = [DeviceResult?](repeating: nil, count: groups.count)
      var next = 0
      var done = 0
      func startNext() {
        guard next < groups.count else { return }
        let number = next
        next += 1
        tasks.addTask { (number, try await stage.run(groups[number], number)) }
      }
      for _ in 0..<max(1, setting.parallel) { startNext() }
      while let (number, result) = try await tasks.next() {
        results[number] = result
        done += 1
        progress(done)
        startNext()
      }
      return results.compactMap(\.self)
    }
  }
}

/// What all devices of a simulation share.
private struct Stage: Sendable {
  let setting: SimulationSetting
  let earlier: EarlierReleases
  let builtIn: BuiltInRelease

  init(_ setting: SimulationSetting) throws(SimulationError) {
    self.setting = setting
    earlier = try EarlierReleases(setting.releases)
    builtIn = BuiltInRelease(folder: setting.builtInFolder ?? "\(setting.scratch)/app")
    guard setting.builtInFolder == nil else { return }
    do {
      try FileManager.default.createDirectory(atPath: builtIn.folder, withIntermediateDirectories: true)
      try Data("<!doctype html><p>built in\n".utf8).write(
        to: URL(fileURLWithPath: "\(builtIn.folder)/\(builtIn.entryFile)"))
    } catch {
      throw Self.failure(builtIn.folder, error)
    }
  }

  func run(_ group: SimulatedFleet.Group, _ number: Int) async throws(SimulationError) -> DeviceResult {
    let folder = "\(setting.scratch)/device-\(number)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Self.failure(folder, error)
    }
    let begin = ContinuousClock.now
    let run = DeviceRun(
      device: group.device, setting: setting, earlier: earlier, builtIn: builtIn, folder: folder)
    let outcome = try await run.run()
    let result = DeviceResult(group, outcome, ContinuousClock.now - begin)
    do {
      try FileManager.default.removeItem(atPath: folder)
    } catch {
      throw Self.failure(folder, error)
    }
    return result
  }

  private static func failure(_ folder: String, _ error: any Error) -> SimulationError {
    SimulationError(
      .simulationFailed,
      "the folder '\(folder)' cannot be made or removed: \(error); is there space on its disk?"
    )
  }
}
