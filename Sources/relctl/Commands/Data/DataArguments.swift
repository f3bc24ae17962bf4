/// The argument of the commands that work on a data folder.
enum DataArguments {
  static let data = Argument.requiredOption(
    "--data", "DIR", "the registry's data folder", environment: "RELCTL_DATA", suggesting: .folder,
    parse: Parse.path)
}
