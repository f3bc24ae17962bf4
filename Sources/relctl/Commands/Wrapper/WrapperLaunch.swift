import ReleaseModel
import WrapperInstaller

/// `relctl wrapper launch --root DIR --wrapper-version V`
enum WrapperLaunch {
  private static let rehash = Argument.flag(
    "--rehash", "read every file of the release, also when nobody has written to one since it was read last")

  static let command = Command(
    "launch", "Begin a launch: which folder and address to open, and the token that confirms it",
    discussion: """
      A release that failed here is taken back first: one whose launches ended three times without the page's word, or whose
      page did not confirm in time. Tell how a launch ended with 'relctl wrapper end'; one of which nothing was told counts as
      one that ended by itself.
      """,
    arguments: [WrapperArguments.root, WrapperArguments.wrapperVersion, WrapperArguments.builtIn, rehash]
      + ReportingInstaller.arguments,
    examples: [.init("Start the app", "relctl wrapper launch --root phone --wrapper-version 4.6.0")]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let device = try ReportingInstaller(invocation, builtIn: invocation[WrapperArguments.builtIn]) {
      settings in
      settings.rehashesAtLaunch = try invocation[rehash]
    }
    let version = try invocation[WrapperArguments.wrapperVersion].description
    let result = try waiting { try await device.installer.beginLaunch(wrapperVersion: version) }
    let notices = Report.Text.lines(DeviceReport.notices(result.notices))
    guard let launch = result.launch else {
      try invocation.console.show(
        Report(
          json: try JSONValue(encoding: result),
          text: .parts([.lines(["Nothing is there to start."]), notices])))
      throw CommandError(
        .failed, "nothing_installed", "this device has no release to start",
        hint: "install one with 'relctl wrapper install', or name the app's own with --built-in")
    }
    let fields = [
      Report.Field("release", launch.version ?? "built in"), Report.Field("folder", launch.folder),
      Report.Field("url", launch.url), Report.Field("token", launch.token),
    ]
    try invocation.console.show(
      Report(json: try JSONValue(encoding: result), text: .parts([.fields(fields), notices])))
    try device.sendReports()
    return .ok
  }
}
