/// Which server a command talks to, and as whom.
enum ServerArguments {
  static let server = Argument.option(
    "--server", "URL", "the registry, such as https://releases.example.com", environment: "RELCTL_SERVER",
    parse: Parse.text)
  static let tokenFile = Argument.option(
    "--token-file", "FILE", "the file with your token, mode 0600", environment: "RELCTL_TOKEN_FILE",
    suggesting: .file, parse: Parse.path)
  static let profile = Argument.option(
    "--profile", "NAME", "a server and token by their name in ~/.config/relctl/config.json",
    environment: "RELCTL_PROFILE", parse: Parse.text)
  static let certificateAuthorities = Argument.option(
    "--ca-file", "FILE", "certificate authorities to trust in place of the system's, as PEM",
    environment: "RELCTL_CA_FILE", suggesting: .file, parse: Parse.path)

  /// For commands that anybody may use.
  static let anonymous: [any Declared] = [server, profile, certificateAuthorities]
  /// For commands that need a token.
  static let all: [any Declared] = [server, tokenFile, profile, certificateAuthorities]
}
