import HTTPClient

/// The server and token of one invocation: options and environment first, then a profile.
struct ConnectionSettings {
  let server: String
  let address: WebAddress
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
    address = try Self.address(server, invocation)
    // A profile's token goes to the profile's server and to no other.
    let isProfilesServer = given == nil || given == profile?.server
    tokenFile = try invocation[ServerArguments.tokenFile] ?? (isProfilesServer ? profile?.tokenFile : nil)
    tokenSource =
      invocation.isGiven(ServerArguments.tokenFile)
      ? invocation.source(of: ServerArguments.tokenFile) : "the profile's token file"
    certificateAuthorityFile =
      try invocation[ServerArguments.certificateAuthorities] ?? profile?.certificateAuthorityFile
  }

  /// The certificate authorities for a command that talks to `server`, which it does not name itself: those that are given,
  /// else those of the profile. A profile that nobody names speaks for its own server and for no other.
  static func certificateAuthorityFile(
    _ invocation: Invocation, for server: @autoclosure () throws -> String?
  ) throws -> String? {
    if let given = try invocation[ServerArguments.certificateAuthorities] { return given }
    if try invocation[ServerArguments.profile] != nil {
      return try profile(invocation, isNeeded: true)?.certificateAuthorityFile
    }
    let variable = ServerArguments.server.declaration.environment
    let isServerNamed = try variable.map { try invocation.environment[$0] != nil } ?? false
    guard !isServerNamed, let profile = try profile(invocation, isNeeded: true),
      let own = profile.server, let server = try server(),
      try address(own, invocation).isSameOrigin(as: address(server, invocation))
    else { return nil }
    return profile.certificateAuthorityFile
  }

  private static func profile(_ invocation: Invocation, isNeeded: Bool) throws -> Profiles.Profile? {
    let name = try invocation[ServerArguments.profile]
    guard name != nil || isNeeded else { return nil }
    let profiles = try Profiles.load(invocation.environment)
    return try (name ?? profiles.defaultProfile).map { try profiles.profile(named: $0) }
  }

  private static func address(_ text: String, _ invocation: Invocation) throws -> WebAddress {
    do throws(HTTPClientError) {
      return try WebAddress(parsing: text)
    } catch {
      let source =
        invocation.isGiven(ServerArguments.server)
        ? invocation.source(of: ServerArguments.server) : "the profile"
      throw CommandError(
        .usage, error.code.rawValue, "\(source): \(error.message)", hint: addressHint(for: text))
    }
  }

  /// What was probably meant: an address without its scheme is the usual mistake.
  static func addressHint(for text: String) -> String {
    guard !text.contains("://"), text.contains(where: { ".:".contains($0) }) || text == "localhost",
      let meant = try? WebAddress(parsing: "http://\(text)")
    else { return "write it as https://releases.example.com" }
    return "write \(meant.isLoopback ? "http" : "https")://\(text)"
  }
}

extension WebAddress {
  /// Whether it leads to this machine, so that nobody can listen on the way.
  var isLoopback: Bool {
    host == "localhost" || host.hasPrefix("127.") || host == "::1" || host == "[::1]"
  }
}
