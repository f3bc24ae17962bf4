import Dispatch
import ReleaseModel
import WrapperInstaller

/// An installation in a process of its own, which is killed when it begins a stage.
struct DeviceKill {
  private let program: String
  let arguments: [String]
  private static let queue = DispatchQueue(label: "DeviceKill", attributes: .concurrent)

  /// The same device, as `relctl wrapper install` takes it.
  init(_ hands: DeviceHands, at stage: DeviceStage) {
    program = hands.setting.program
    var arguments = [
      "wrapper", "install", "--root", hands.documentsFolder, "--server", hands.setting.server,
      "--channel", hands.setting.channel.name, "--platform", hands.platform.rawValue,
      "--wrapper-version", hands.wrapperVersion.description, "--hold-at", stage.rawValue,
      // What became of a device that does not exist is no news for a registry.
      "--no-reports",
    ]
    if let cohort = hands.cohort { arguments += ["--cohort", String(cohort.value)] }
    if let builtIn = hands.builtIn { arguments += ["--built-in", builtIn.folder] }
    if let root = hands.setting.trustRoot { arguments += ["--trust-root", root.file] }
    if let file = hands.setting.certificateAuthorityFile { arguments += ["--ca-file", file] }
    self.arguments = arguments
  }

  /// Longer than any installation that gets on takes, on a machine that is busy.
  private static let longestWait = Duration.seconds(300)

  /// Runs it to its end, on a thread that may wait.
  func run() async throws(SimulationError) -> (wasKilled: Bool, said: String) {
    let process = try HeldProcess(program, arguments)
    let (end, said) = await withCheckedContinuation { continuation in
      Self.queue.async { continuation.resume(returning: process.killWhenHolding(atMost: Self.longestWait)) }
    }
    guard end != .overdue else {
      throw SimulationError(
        .simulationFailed,
        "'\(program) \(arguments.joined(separator: " "))' neither came to its stage nor ended within "
          + "\(Self.longestWait), and was ended; it said: \(said)")
    }
    return (end == .killed, said)
  }
}
