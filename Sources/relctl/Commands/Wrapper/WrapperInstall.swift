import ReleaseModel
import WrapperInstaller
import WrapperSimulation

/// `relctl wrapper install --root DIR --server URL --channel C --platform P --wrapper-version V`
enum WrapperInstall {
  private static let holdAt = Argument.option(
    "--hold-at", "STAGE",
    "stop when this stage begins, say so on standard error, and go on when standard input ends; to be killed there",
    suggesting: .choices(DeviceStage.allCases.map(\.rawValue)), parse: Parse.choice(DeviceStage.self))

  static let command = Command(
    "install", "Be one device: ask, download, verify and install",
    discussion: """
      This runs the library that wrappers embed. Nothing to install, or something that this device refuses, is an
      answer and not a failure; a server that cannot be reached is status 4, whatever is installed. What is not signed
      as it has to be is status 5. A device that once had a root keeps it.
      """,
    arguments: WrapperDevice.arguments + [holdAt] + ServerArguments.anonymous,
    examples: [
      .init(
        "A phone with wrapper 4.6.0",
        "relctl wrapper install --root phone --server http://127.0.0.1:8080 --channel production "
          + "--platform ios --wrapper-version 4.6.0"),
      .init(
        "The same, and it believes only what was signed",
        "relctl wrapper install --root phone --server http://127.0.0.1:8080 --channel production "
          + "--platform ios --wrapper-version 4.6.0 --trust-root root.json"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let device = try WrapperDevice(invocation)
    let bar = SharedProgressBar("downloading", console: invocation.console)
    let hold = StageHold(at: try invocation[holdAt])
    let result: InstallResult
    do {
      result = try waiting {
        defer { bar.finish() }
        return try await device.installer.install(from: device.source) { progress in
          hold.reached(progress)
          if case .downloading(let bytes, let total) = progress { bar.update(bytes, of: total) }
        }
      }
    } catch let error as InstallerError {
      // What failed here is what the registry most needs to hear of.
      if CommandError(error).status != .unreachable { try device.reporting.sendReports() }
      throw error
    }
    try invocation.console.show(try report(on: result))
    let exit = status(of: result.outcome)
    if exit != .unreachable { try device.reporting.sendReports() }
    return exit
  }

  private static func report(on result: InstallResult) throws -> Report {
    var lines = [result.message]
    lines.append("current release: \(DeviceReport.release(result.current))")
    return Report(
      json: try JSONValue(encoding: result), text: .lines(lines + DeviceReport.notices(result.notices)))
  }

  private static func status(of outcome: InstallResult.Outcome) -> ExitStatus {
    switch outcome {
    case .installed, .movedFromWithdrawn, .repaired, .current, .nothingOffered, .refused: .ok
    case .notTrusted: .integrity
    case .offlineUsingInstalled, .offlineUsingBuiltIn, .nothingInstalled: .unreachable
    }
  }
}
