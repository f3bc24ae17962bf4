/// The server and token of one invocation: options and environment first, then a profile.
struct ConnectionSettings {
  let server: String
  let tokenFile: String?
  /// What names the token file, for messages.
  let tokenSource: String
  let certificateAuthorityFile: String?

  init(_ invocation: Invocation) throws {
    let given = try invocation[ServerArguments.server]
    let profile = try Self.profile(invocation, isNeeded: given == nil)
    guard let server = given ?? profile?.server else {
      throw CommandError(
        .usage, "missing_server", "no server is named",
        hint: "give --server URL, set RELCTL_SERVER, or name a --profile")
    }
    self.server = server
    // A profile's token goes to the profile's server and to no other.
    let isProfilesServer = given == nil || given == profile?.server
    tokenFile = try invocation[ServerArguments.tokenFile] ?? (isProfilesServer ? profile?.tokenFile : nil)
    tokenSource =
      invocation.isGiven(ServerArguments.tokenFile)
      ? invocation.source(of: ServerArguments.tokenFile) : "the profile's token file"
    certificateAuthorityFile =
      try invocation[ServerArguments.certificateAuthorities] ?? profile?.certificateAuthorityFile
  }

  private static func profile(_ invocation: Invocation, isNeeded: Bool) throws -> Profiles.Profile? {
    let name = try invocation[ServerArguments.profile]
    guard name != nil || isNeeded else { return nil }
    let profiles = try Profiles.load(invocation.environment)
    return try (name ?? profiles.defaultProfile).map { try profiles.profile(named: $0) }
  }
}
