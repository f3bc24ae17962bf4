/// What commands that use keys have in common.
enum KeyArguments {
  static let keys = Argument.option(
    "--keys", "DIR", "the folder with your keys, mode 0700; ~/.config/relctl/keys without it",
    environment: "RELCTL_KEYS", suggesting: .folder, parse: Parse.path)
  static let passphraseFile = Argument.option(
    "--passphrase-file", "FILE", "the file with the passphrase in its first line, mode 0600",
    suggesting: .file,
    parse: Parse.path)
  static let name = Argument.positional(
    "NAME", "the key's name: small letters, digits, '.', '_', '-'", parse: KeyName.init(parsing:))

  /// For commands that need a passphrase.
  static let secret: [any Declared] = [keys, passphraseFile]

  /// What the help of such commands says about it.
  static let passphraseHelp = """
    The passphrase comes from --passphrase-file, or else from the environment variable RELCTL_KEY_PASSPHRASE, or else \
    it is asked for, on a terminal only. It never stands in an argument.
    """
}
