import ReleaseModel

/// The arguments that the commands about releases share.
enum ReleaseArguments {
  static let channel = Argument.positional(
    "CHANNEL", "the channel's exact name, such as 'production'", parse: Channel.init(parsing:))
  static let version = Argument.positional(
    "VERSION", "the release's version, such as 2.14.0", parse: SemanticVersion.init(parsing:))
  static let reason = Argument.requiredOption(
    "--reason", "TEXT", "why, for the audit log and for whoever asks later", parse: Parse.sentence)
  static let optionalReason = Argument.option(
    "--reason", "TEXT", "why, for the audit log", parse: Parse.sentence)
}
