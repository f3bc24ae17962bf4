import ReleaseModel
import WrapperInstaller

/// `relctl wrapper end --root DIR --token T`
enum WrapperEnd {
  private static let foreground = Argument.option(
    "--foreground", "SECONDS", "how long the app was in the foreground since the last report",
    parse: Parse.integer(in: 0...1_000_000))
  private static let crashed = Argument.flag(
    "--crashed", "the app or its page ended by itself; without it, the user closed the app")
  private static let running = Argument.flag(
    "--running", "the launch goes on; only report its time, and take its release back if that was too much")

  static let command = Command(
    "end", "Say how the running launch ended, and how long the app was in the foreground",
    discussion: """
      A release whose page does not confirm within the ready timeout (20 seconds in the foreground), or whose launches end
      by themselves three times, is taken back: the release before it starts next, and the same bytes are not tried
      again. That is an answer and not a failure.
      """,
    arguments: [WrapperArguments.root, WrapperArguments.token, foreground, crashed, running]
      + ReportingInstaller.arguments,
    examples: [
      .init("The user closes the app", "relctl wrapper end --root phone --token 5f0c…"),
      .init(
        "The page hung for half a minute", "relctl wrapper end --root phone --token 5f0c… --foreground 30"),
      .init("The page crashed", "relctl wrapper end --root phone --token 5f0c… --crashed"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let device = try ReportingInstaller(invocation)
    let token = try invocation[WrapperArguments.token]
    let time = Duration.seconds(try invocation[foreground] ?? 0)
    let end: LaunchEnd? = try invocation[running] ? nil : invocation[crashed] ? .crashed : .byUser
    let report = try waiting { [installer = device.installer] in
      var report = try await installer.report(.foreground(for: time), token: token)
      if let end, report.outcome != .takenBack {
        report = try await installer.report(.ended(end), token: token)
      }
      return report
    }
    try invocation.console.show(
      Report(
        json: try JSONValue(encoding: report),
        text: .lines([try sentence(about: report, device.installer)] + DeviceReport.notices(report.notices))))
    try device.sendReports()
    return .ok
  }

  private static func sentence(about report: LaunchReport, _ installer: ReleaseInstaller) throws -> String {
    switch report.outcome {
    case .waiting:
      guard let time = report.remainingMilliseconds, time > 0 else {
        return "The page's time to confirm is over."
      }
      return "The page has \(time / 1_000) more seconds in the foreground to confirm."
    case .healthy: return "The running release is confirmed."
    case .builtIn: return "The built-in release runs; it needs no word."
    case .takenBack:
      guard let taken = report.takenBack else { return "The release of this launch was taken back before." }
      return "\(taken.release.version) is taken back (\(taken.code)); \(current(installer))."
    case .ended: return "The launch is over; \(current(installer))."
    case .staleToken: throw LaunchRefusal.staleToken.error
    case .notRecorded: throw LaunchRefusal.notRecorded.error
    case .noLaunch: throw LaunchRefusal.noLaunch.error
    case .releaseGone: throw LaunchRefusal.releaseGone.error
    }
  }

  /// What is current, after what was to be written down is: a failure to read it is no failure of the command.
  private static func current(_ installer: ReleaseInstaller) -> String {
    do {
      let current = try waiting { try await installer.status().current }
      return "\(current.map(DeviceReport.release) ?? "the built-in release") is current"
    } catch {
      return "what is current cannot be read: \(error)"
    }
  }
}
