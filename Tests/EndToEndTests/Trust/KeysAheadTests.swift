import ReleaseTesting
import Testing

/// A publish opens the key that this machine remembers as the channel's before it has verified whose key that is now.
@Suite struct KeysAheadTests {
  private let team: SigningTeam

  init() throws {
    team = try SigningTeam()
    try team.begin()
    // The first publish remembers the metadata.
    #expect(try team.publish("one", "1.0.0").status == 0)
  }

  @Test func `of a channel that has another key now sign nothing`() throws {
    try team.succeed("key", "generate", "spare")
    try elsewhere("trust", "rotate", team.path("rotation.json"), "--replace", "release-1=spare")
    try elsewhere("trust", "publish", team.path("rotation.json"))

    let published = try team.publish("two", "1.1.0")
    #expect(published.status == 0, "\(published)")
    try team.succeed("release", "verify", "production", "1.1.0")
  }

  @Test(arguments: [[], ["--key", "release-1"]])
  func `with a wrong passphrase are refused before anything is sent`(options: [String]) throws {
    let publish = team.registry.publishing(try team.registry.site("two"), "1.1.0") + options
    let refused = try team.relctl(publish, changing: ["RELCTL_KEY_PASSPHRASE": "wrong horse"])
    #expect(refused.status == 1)
    #expect(refused.error.contains("(wrong_passphrase)"), "\(refused)")
    #expect(refused.error.contains("RELCTL_KEY_PASSPHRASE"), "\(refused)")
    let shown = try team.relctl(["release", "show", "production", "1.1.0"])
    #expect(shown.error.contains("(release_not_found)"), "\(shown)")
  }

  @Test func `are opened in vain when the registry does not answer, and that is what is said`() throws {
    let publish = team.registry.publishing(try team.registry.site("two"), "1.1.0")
    let outcome = try team.relctl(
      publish + ["--key", "release-1"], changing: ["RELCTL_SERVER": "http://127.0.0.1:9"])
    #expect(outcome.status == 4, "\(outcome)")
    #expect(!outcome.error.contains("passphrase"), "\(outcome)")
  }

  /// Runs relctl as on another machine, so that this one does not learn of it.
  private func elsewhere(_ arguments: String...) throws {
    let outcome = try team.relctl(
      arguments, changing: ["HOME": team.path("other-home"), "RELCTL_KEYS": team.path("keys")])
    #expect(outcome.status == 0, "\(arguments): \(outcome)")
  }
}
