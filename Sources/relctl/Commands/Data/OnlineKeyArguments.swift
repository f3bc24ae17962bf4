import ReleaseRegistry

/// How commands that work on a data folder get at the registry's own signing key.
enum OnlineKeyArguments {
  private static let variable = "RELCTL_ONLINE_KEY_PASSPHRASE"

  static let passphraseFile = Argument.option(
    "--online-key-passphrase-file", "FILE",
    "the passphrase of the registry's own signing key; without it \(variable), else a file in the data folder",
    environment: "RELCTL_ONLINE_KEY_PASSPHRASE_FILE", suggesting: .file, parse: Parse.path)

  /// Where the passphrase comes from: the file, the environment, else the data folder.
  static func passphrase(file: String?) throws(CommandError) -> OnlineKeyPassphrase {
    if let file { return .file(file) }
    return try Environment()[variable] == nil ? .inDataFolder : .environment(variable)
  }
}
