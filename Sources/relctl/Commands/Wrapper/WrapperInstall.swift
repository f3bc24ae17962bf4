import Glibc
import ReleaseModel
import ReleaseTrust
import WrapperInstaller
import WrapperSimulation

/// `relctl wrapper install --root DIR --server URL --channel C --platform P --wrapper-version V`
enum WrapperInstall {
  private static let channel = Argument.requiredOption(
    "--channel", "CHANNEL", "the channel that the device follows", parse: Channel.init(parsing:))
  private static let cohort = Argument.option(
    "--cohort", "N", "the device's number for phased rollouts, 0 to 9999", parse: Cohort.init(parsing:))

  static let trustRoot = Argument.option(
    "--trust-root", "FILE",
    "the root.json that the app is delivered with; nothing unsigned is installed then",
    environment: "RELCTL_TRUST_ROOT",
    suggesting: .file, parse: Parse.path)

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
    arguments: [
      WrapperArguments.root, channel, PolicyArguments.platform, WrapperArguments.wrapperVersion, cohort,
      WrapperArguments.builtIn, trustRoot, holdAt, WrapperArguments.noReports,
    ] + ServerArguments.anonymous,
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
    let connection = try ConnectionSettings(invocation)
    let source = try ReleaseSource(
      server: connection.server, channel: try invocation[channel].name,
      platform: try invocation[PolicyArguments.platform].rawValue,
      wrapperVersion: try invocation[WrapperArguments.wrapperVersion].description,
      cohort: try invocation[cohort]?.value)
    try makeFolder(invocation[WrapperArguments.root])
    var settings = InstallerSettings()
    settings.certificateAuthorityFile = connection.certificateAuthorityFile
    settings.sendsReports = try !invocation[WrapperArguments.noReports]
    if let file = try invocation[trustRoot] {
      settings.trustRoot = try FileReader.read(file, maximumBytes: MetadataLimits().rootBytes).bytes
    }
    let installer = try WrapperArguments.installer(
      invocation, builtIn: invocation[WrapperArguments.builtIn], settings: settings)
    let bar = SharedProgressBar("downloading", console: invocation.console)
    let hold = StageHold(at: try invocation[holdAt])
    let result = try waiting {
      defer { bar.finish() }
      return try await installer.install(from: source) { progress in
        hold.reached(progress)
        if case .downloading(let bytes, let total) = progress { bar.update(bytes, of: total) }
      }
    }
    try invocation.console.show(try report(on: result))
    let exit = status(of: result.outcome)
    if exit != .unreachable { try ReportDelivery.send(installer, settings) }
    return exit
  }

  private static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw CommandError(
        .failed, "file_unwritable", "cannot make the folder '\(path)': \(SystemError.text(errno))")
    }
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
