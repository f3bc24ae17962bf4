/// Where a command writes: results on standard output, everything else on standard error.
struct Console: Sendable {
  let format: OutputFormat
  private let outputStyle: TextStyle
  private let errorStyle: TextStyle

  init(format: OutputFormat, environment: Environment) {
    self.format = format
    let wantsColour = environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    outputStyle = TextStyle(isEnabled: wantsColour && StandardStream.output.isTerminal)
    errorStyle = TextStyle(isEnabled: wantsColour && StandardStream.error.isTerminal)
  }

  /// Whether a progress bar can be shown.
  var showsProgress: Bool { format == .table && StandardStream.error.isTerminal }

  /// Prints the command's result.
  func show(_ report: Report) {
    switch format {
    case .json: StandardStream.output.write(report.json.indented + "\n")
    case .table: StandardStream.output.write(ReportText(style: outputStyle).render(report.text))
    }
  }

  /// Prints the help of a command, or the script of a completion: text that is the result in every format.
  func show(text: String) { StandardStream.output.write(text) }

  /// Something that a person should know although the command goes on.
  func warn(_ message: String) {
    StandardStream.error.write(errorStyle.warning("warning:") + " \(ReportText.printable(message))\n")
  }

  /// A word about what is going on, for people only.
  func note(_ message: String) {
    guard format == .table else { return }
    StandardStream.error.write(ReportText.printable(message) + "\n")
  }

  /// Why the command failed.
  func fail(_ error: CommandError) {
    switch format {
    case .json: StandardStream.error.write(error.json.line + "\n")
    case .table: StandardStream.error.write(error.text(errorStyle))
    }
  }
}
