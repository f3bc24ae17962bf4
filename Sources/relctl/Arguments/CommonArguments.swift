/// The options that every command takes.
enum CommonArguments {
  static let output = Argument.option(
    "--output", "FORMAT", "'table' for people or 'json' for programs", default: OutputFormat.table,
    shownAs: "table", suggesting: .choices(OutputFormat.allCases.map(\.rawValue)),
    parse: Parse.choice(OutputFormat.self))

  static let help = Argument.flag("--help", short: "h", "show this help and do nothing")

  /// For every command that changes something.
  static let dryRun = Argument.flag(
    "--dry-run", "check everything, say what would happen, and change nothing")
}
