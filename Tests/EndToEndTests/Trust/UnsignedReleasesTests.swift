import ReleaseTesting
import Testing

/// Releases that were published before there was a root, and what becomes of them once there is one.
@Suite struct UnsignedReleasesTests {
  private let team: SigningTeam

  init() throws {
    team = try SigningTeam()
    for name in ["root", "targets", "release"] { try team.succeed("key", "generate", name) }
  }

  private func publishUnsigned(_ text: String, _ version: String, channel: String = "production") throws {
    let outcome = try team.registry.publish(team.registry.site(text), version, channel: channel)
    #expect(outcome.status == 0, "\(outcome)")
  }

  private func begin(_ ceremony: String, _ options: String...) throws -> Relctl.Outcome {
    try team.relctl(
      [
        "trust", "init", team.path(ceremony), "--root-key", "root", "--targets-key", "targets", "--channel",
        "production=release",
      ] + options)
  }

  private func install(_ channel: String = "production") throws -> JSON {
    let outcome = try team.relctl([
      "wrapper", "install", "--root", team.path("phone-\(channel)"), "--channel", channel, "--platform",
      "ios",
      "--wrapper-version", "4.5.0", "--output", "json",
    ])
    return try JSON(outcome.output)
  }

  @Test func `the first ceremony takes them in, and devices that pin the root install them`() throws {
    try publishUnsigned("one", "1.0.0")
    try publishUnsigned("two", "1.1.0")
    try publishUnsigned("three", "1.2.0")
    try team.registry.relctl("release", "pause", "production", "1.2.0", "--reason", "it is broken")
    try publishUnsigned("four", "1.3.0")
    try team.registry.relctl("release", "retire", "production", "1.3.0", "--reason", "it is gone")

    let begun = try begin("ceremony.json")
    #expect(begun.status == 0, "\(begun)")
    #expect(begun.output.contains("production: signs 3 releases that nobody has signed yet:\n"), "\(begun)")
    let reviewed = try team.succeed("trust", "review", team.path("ceremony.json"), "--output", "json")
    let listed = try JSON(reviewed.output)["releases"]?.elements.map { $0["releaseVersion"]?.string }
    #expect(listed == ["1.0.0", "1.1.0", "1.2.0"])
    try team.succeed("trust", "publish", team.path("ceremony.json"), "--root-out", team.rootFile)

    let installed = try install()
    #expect(installed["outcome"]?.string == "installed", "\(installed)")
    #expect(
      installed["current", "version"]?.string ?? installed["releaseVersion"]?.string == "1.1.0",
      "\(installed)")
    try team.succeed(
      "release", "verify", "production", "1.1.0", "--trust-root", team.rootFile, "--server", team.registry.url
    )
    // What is paused is signed too, so a resume needs nobody's signature.
    try team.succeed("release", "resume", "production", "1.2.0")
    #expect(try install()["outcome"]?.string == "installed")
    #expect(try team.publish("five", "1.4.0").status == 0)
    #expect(try install()["outcome"]?.string == "installed")
  }

  @Test func `a channel that is added later takes in its own`() throws {
    try publishUnsigned("one", "1.0.0", channel: "beta")
    let begun = try begin("ceremony.json")
    #expect(begun.error.contains("'beta' has 1 published release and no key"), "\(begun)")
    try team.succeed("trust", "publish", team.path("ceremony.json"), "--root-out", team.rootFile)
    let added = try team.succeed("trust", "rotate", team.path("beta.json"), "--channel", "beta=release")
    #expect(added.output.contains("beta: signs 1 release that nobody has signed yet:\n"), "\(added)")
    try team.succeed("trust", "publish", team.path("beta.json"))
    #expect(try install("beta")["outcome"]?.string == "installed")
  }

  @Test func `what is published after the ceremony began makes it stale, and the way on is named`() throws {
    #expect(try begin("ceremony.json").status == 0)
    try publishUnsigned("one", "1.0.0")
    let refused = try team.relctl(["trust", "publish", team.path("ceremony.json")])
    #expect(refused.status == 3 && refused.error.contains("(releases_not_as_published)"), "\(refused)")
    #expect(refused.error.contains("relctl trust init NEW.json"), "\(refused)")
    #expect(try begin("again.json").status == 0)
    try team.succeed("trust", "publish", team.path("again.json"), "--root-out", team.rootFile)
    #expect(try install()["outcome"]?.string == "installed")
  }

  @Test func `a registry that has a root is named before anything is signed`() throws {
    #expect(try begin("ceremony.json").status == 0)
    try team.succeed("trust", "publish", team.path("ceremony.json"), "--root-out", team.rootFile)
    let refused = try begin("again.json")
    #expect(refused.status == 1 && refused.error.contains("(trust_root_exists)"), "\(refused)")
    #expect(!(try team.registry.folder.names(in: "")).contains("again.json"))
  }

  @Test func `a first ceremony names every option that is missing`() throws {
    let refused = try team.relctl(["trust", "init", team.path("ceremony.json"), "--root-key", "root"])
    #expect(refused.status == 2, "\(refused)")
    #expect(refused.error.hasPrefix("error: 2 things are wrong with 'relctl trust init'"), "\(refused)")
    for option in ["--targets-key", "--channel"] {
      #expect(refused.error.contains("  \(option): is missing: "), "\(refused)")
    }
  }
}
