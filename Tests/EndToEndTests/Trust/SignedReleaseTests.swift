import ReleaseTesting
import Testing

@Suite struct SignedReleaseTests {
  @Test func `are published with the keys that root trusts, and verified by a client that pinned it`() throws
  {
    let team = try SigningTeam()
    try team.begin()
    let published = try team.publish("one", "1.0.0")
    #expect(published.status == 0, "\(published)")
    try team.succeed("trust", "status")

    let metadata = team.path("client")
    try team.succeed("trust", "client", "--metadata-dir", metadata, "init", team.rootFile)
    try team.succeed(
      "trust", "client", "--metadata-dir", metadata, "--metadata-url", "\(team.registry.url)/tuf",
      "--target-name", "production/1.0.0.zip", "--target-dir", team.path("targets"),
      "--target-base-url", "\(team.registry.url)/tuf/targets", "download")
  }

  @Test func `are refused without a key that root trusts, and nothing is offered`() throws {
    let team = try SigningTeam()
    try team.begin()
    let none = try team.relctl(
      team.registry.publishing(try team.registry.site("one"), "1.0.0"),
      changing: ["RELCTL_KEYS": team.path("no-keys")])
    #expect(none.status == 1)
    #expect(none.error.contains("signing_key_missing"))

    try team.succeed("key", "generate", "outsider")
    let foreign = try team.publish("one", "1.0.0", "--key", "outsider")
    #expect(foreign.status == 1)
    #expect(foreign.error.contains("key_not_trusted"))

    // Without relctl's own care: the registry refuses as well.
    _ = try team.relctl(team.registry.publishing(try team.registry.site("one"), "1.0.0") + ["--draft"])
    let check = try team.relctl([
      "check", "web", "--channel", "production", "--wrapper-version", "4.5.0", "--expect", "none",
    ])
    #expect(check.status == 0, "\(check)")
  }

  @Test func `single key cannot be rotated: a stolen key is replaced, and publishes nothing any more`() throws
  {
    let team = try SigningTeam()
    try team.begin()
    #expect(try team.publish("one", "1.0.0").status == 0)
    try team.succeed("key", "generate", "spare")
    try team.succeed("trust", "rotate", team.path("rotation.json"), "--replace", "release-1=spare")
    try team.succeed("trust", "review", team.path("rotation.json"))
    try team.succeed("trust", "publish", team.path("rotation.json"))
    let stolen = try team.publish("two", "1.1.0", "--key", "release-1")
    #expect(stolen.status == 1)
    #expect(stolen.error.contains("key_not_trusted"))
    let published = try team.publish("two", "1.1.0", "--key", "spare")
    #expect(published.status == 0, "\(published)")
  }

  @Test func `need as many root signatures as the threshold says, given in turns`() throws {
    let team = try SigningTeam()
    for name in ["root-1", "root-2", "dev"] { try team.succeed("key", "generate", name) }
    let file = team.path("ceremony.json")
    try team.succeed(
      "trust", "init", file, "--root-key", "root-1", "--root-key", "root-2", "--root-threshold", "2",
      "--targets-key", "dev", "--channel", "production=dev", "--no-sign")
    try team.succeed("trust", "sign", file, "--key", "dev")
    try team.succeed("trust", "sign", file, "--key", "root-1")
    let early = try team.relctl(["trust", "publish", file])
    #expect(early.status == 1)
    #expect(early.error.contains("threshold_not_met"))
    try team.succeed("trust", "sign", file, "--key", "root-2")
    try team.succeed("trust", "publish", file)
  }

  @Test func `are promoted with the other channel's key`() throws {
    let team = try SigningTeam()
    try team.begin()
    try team.succeed("key", "generate", "release-2")
    try team.succeed("trust", "rotate", team.path("beta.json"), "--channel", "beta=release-2")
    try team.succeed("trust", "publish", team.path("beta.json"))
    #expect(try team.publish("one", "1.0.0").status == 0)
    try team.succeed("release", "promote", "production", "1.0.0", "--to", "beta")
    try team.succeed("release", "promote", "production", "1.0.0", "--to", "beta")
  }
}
