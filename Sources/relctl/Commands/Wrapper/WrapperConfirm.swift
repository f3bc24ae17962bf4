import ReleaseModel
import WrapperInstaller

/// `relctl wrapper confirm --root DIR --token T`
enum WrapperConfirm {
  static let command = Command(
    "confirm", "Say, as the page does, that the running release works",
    arguments: [WrapperArguments.root, WrapperArguments.token, WrapperArguments.noReports],
    examples: [.init("The page is up", "relctl wrapper confirm --root phone --token 5f0c…")]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let settings = try ReportDelivery.settings(invocation)
    let installer = try WrapperArguments.installer(invocation, settings: settings)
    let token = try invocation[WrapperArguments.token]
    let confirmation = try waiting { try await installer.confirm(token: token) }
    let json: JSONValue = ["outcome": .string(confirmation.rawValue)]
    switch confirmation {
    case .confirmed:
      try invocation.console.show(
        Report(json: json, text: .lines(["The running release counts as healthy now."])))
      try ReportDelivery.send(installer, settings)
      return .ok
    case .builtIn:
      try invocation.console.show(
        Report(json: json, text: .lines(["The built-in release runs; it needs no word."])))
      return .ok
    case .staleToken:
      throw CommandError(
        .failed, confirmation.rawValue, "the token is not that of the running launch; nothing changed",
        hint: "only the page that runs now can confirm")
    case .notRecorded:
      throw CommandError(
        .failed, confirmation.rawValue, "that launch could not be recorded; nothing changed",
        hint: "put right what its note 'launch_not_recorded' names, and launch again")
    case .noLaunch:
      throw CommandError(
        .failed, confirmation.rawValue, "no launch began yet; nothing changed",
        hint: "begin one with 'relctl wrapper launch'")
    case .releaseGone:
      throw CommandError(
        .failed, confirmation.rawValue,
        "the release of that launch is not on this device any more; nothing changed")
    }
  }
}
