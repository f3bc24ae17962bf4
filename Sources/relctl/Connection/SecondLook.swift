import ReleaseModel

/// What a command looks up after an answer that anybody gets, when this user has a token: why there is nothing.
enum SecondLook {
  /// Warns about a channel that never had a release, when others have some.
  static func atChannel(_ channel: Channel, _ invocation: Invocation) {
    look(invocation) { try ReleaseCollection(client: $0).warnAboutEmpty(channel, invocation.console) }
  }

  /// Names the policies that are saved for a wrapper and decide nothing; without any, the channel may be another.
  static func atPolicies(of platform: Platform, on channel: Channel, _ invocation: Invocation) {
    look(invocation) { client in
      let saved = try client.all(.init(path: ["policies"])).filter {
        $0["channel"]?.text == channel.name && $0["platform"]?.text == platform.rawValue
      }.compactMap { $0["id"]?.text }
      guard let id = saved.first else {
        return try ReleaseCollection(client: client).warnAboutEmpty(channel, invocation.console)
      }
      invocation.console.warn(
        "no policy is active, but saved for \(platform.rawValue) on '\(channel)': \(Sentence.list(saved)); "
          + "'relctl policy activate \(id)' lets one decide", code: "policy_not_active")
    }
  }

  /// A command that needs no token does not fail for the sake of one.
  private static func look(_ invocation: Invocation, _ body: (RegistryClient) throws -> Void) {
    do {
      guard try ConnectionSettings(invocation).tokenFile != nil else { return }
      try body(RegistryClient(invocation, needsToken: true))
    } catch {
      let error = CommandError(reporting: error)
      invocation.console.warn("why there is nothing cannot be looked up: \(error.message)", code: error.code)
    }
  }
}
