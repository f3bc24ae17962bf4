import ReleaseModel
import WrapperInstaller

/// `relctl wrapper confirm --root DIR --token T`
enum WrapperConfirm {
  static let command = Command(
    "confirm", "Say, as the page does, that the running release works",
    arguments: [WrapperArguments.root, WrapperArguments.token] + ReportingInstaller.arguments,
    examples: [.init("The page is up", "relctl wrapper confirm --root phone --token 5f0c…")]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let device = try ReportingInstaller(invocation)
    let token = try invocation[WrapperArguments.token]
    let confirmation = try waiting { try await device.installer.confirm(token: token) }
    let json: JSONValue = ["outcome": .string(confirmation.rawValue)]
    switch confirmation {
    case .confirmed:
      try invocation.console.show(
        Report(json: json, text: .lines(["The running release counts as healthy now."])))
      try device.sendReports()
      return .ok
    case .builtIn:
      try invocation.console.show(
        Report(json: json, text: .lines(["The built-in release runs; it needs no word."])))
      return .ok
    case .staleToken: throw LaunchRefusal.staleToken.error
    case .notRecorded: throw LaunchRefusal.notRecorded.error
    case .noLaunch: throw LaunchRefusal.noLaunch.error
    case .releaseGone: throw LaunchRefusal.releaseGone.error
    }
  }
}
