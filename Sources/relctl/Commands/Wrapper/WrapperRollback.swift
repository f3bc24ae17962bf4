import ReleaseModel
import WrapperInstaller

/// `relctl wrapper rollback --root DIR`
enum WrapperRollback {
  static let command = Command(
    "rollback", "Leave the current release and never take the same bytes again",
    arguments: [WrapperArguments.root] + ReportingInstaller.arguments,
    examples: [.init("The page does not start", "relctl wrapper rollback --root phone")]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let device = try ReportingInstaller(invocation)
    let result = try waiting { try await device.installer.rollback() }
    let from = result.from?.version ?? "the current release"
    let sentence: String
    switch result.outcome {
    case .rolledBack: sentence = "\(from) was left; \(DeviceReport.release(result.to)) starts next."
    case .rolledBackToBuiltIn: sentence = "\(from) was left; the built-in release starts next."
    case .nothingToLeave:
      throw CommandError(
        .failed, result.outcome.rawValue, "no installed release is current, so there is nothing to leave",
        hint:
          "see what is there with 'relctl wrapper status'; the app's own release cannot be left, only updated: "
          + "'relctl wrapper install'")
    case .nothingToGoBackTo:
      throw CommandError(
        .failed, result.outcome.rawValue, "there is no earlier release and no built-in one; \(from) stays",
        hint: "name the app's own files with 'relctl wrapper install --built-in DIR'")
    }
    try invocation.console.show(
      Report(
        json: try JSONValue(encoding: result), text: .lines([sentence] + DeviceReport.notices(result.notices))
      ))
    try device.sendReports()
    return .ok
  }
}
