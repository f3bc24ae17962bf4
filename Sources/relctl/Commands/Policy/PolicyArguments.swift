import ReleaseModel

/// The arguments that the commands about native policies share.
enum PolicyArguments {
  static let id = Argument.positional(
    "ID", "the policy's id, as 'relctl policy list' shows it", parse: Parse.name)
  static let channel = Argument.requiredOption(
    "--channel", "CHANNEL", "the channel's exact name", parse: Channel.init(parsing:))
  static let platform = Argument.requiredOption(
    "--platform", "PLATFORM", "'ios' or 'android'", suggesting: .choices(Platform.allCases.map(\.rawValue)),
    parse: Platform.init(parsing:))
}
