/// Where a command writes: results on standard output, everything else on standard error.
struct Console: Sendable {
  let format: OutputFormat
  private let outputStyle: TextStyle
  private let errorStyle: TextStyle

  init(format: OutputFormat, environment: Environment) {
    self.format = format
    let wantsColour = environment.wantsColour
    outputStyle = TextStyle(isEnabled: wantsColour && StandardOutput.isTerminal)
    errorStyle = TextStyle(isEnabled: wantsColour && StandardError.isTerminal)
  }

  /// Whether a progress bar can be shown.
  var showsProgress: Bool { format == .table && StandardError.isTerminal }

  /// Prints the command's result.
  func show(_ report: Report) throws(CommandError) {
    switch format {
    case .json: try StandardOutput.write(report.json.indented + "\n")
    case .table: try StandardOutput.write(ReportText(style: outputStyle).render(report.text))
    }
  }

  /// Prints the help of a command, or the script of a completion: text that is the result in every format.
  func show(text: String) throws(CommandError) { try StandardOutput.write(text) }

  /// Something that a person should know although the command goes on.
  func warn(_ message: String) {
    StandardError.write(errorStyle.warning("warning:") + " \(ReportText.printable(message))\n")
  }

  /// The same, with a code for programs that read it.
  func warn(_ message: String, code: String) { warn("\(message) (\(code))") }

  /// A word about what is going on, for people only.
  func note(_ message: String) {
    guard format == .table else { return }
    StandardError.write(ReportText.printable(message) + "\n")
  }

  /// Why the command failed.
  func fail(_ error: CommandError) {
    switch format {
    case .json: StandardError.write(error.json.line + "\n")
    case .table: StandardError.write(error.text(errorStyle))
    }
  }
}
