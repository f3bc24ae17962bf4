import ReleaseTesting
import Testing

/// What `relctl trust publish` says, and where the root is that wrappers pin.
@Suite struct TrustPublishTests {
  private let team: SigningTeam

  init() throws {
    team = try SigningTeam()
    for name in ["root", "release-1"] { try team.succeed("key", "generate", name) }
  }

  private func begin() throws -> Relctl.Outcome {
    try team.succeed(
      "trust", "init", team.path("first.json"), "--root-key", "root", "--targets-key", "root", "--channel",
      "production=release-1")
  }

  @Test func `the line that begins a registry's trust writes the root as well`() throws {
    let begun = try begin()
    #expect(
      begun.output.contains("relctl trust publish \(team.path("first.json")) --root-out root.json\n"),
      "\(begun)")
    try team.succeed("trust", "publish", team.path("first.json"), "--root-out", team.rootFile)
    let later = try team.succeed("trust", "rotate", team.path("r.json"), "--renew", "targets")
    #expect(later.output.contains("relctl trust publish \(team.path("r.json"))\n"), "\(later)")
  }

  @Test func `what was published already is said to be, and its root is written`() throws {
    _ = try begin()
    let publish = ["trust", "publish", team.path("first.json")]
    let first = try team.relctl(publish)
    #expect(first.status == 0 && first.output.contains("relctl trust status --root-out FILE"), "\(first)")
    let dry = try team.relctl(publish + ["--root-out", team.rootFile, "--dry-run"])
    #expect(
      dry.output
        == "dry run: this was published already, and nothing would change: root, targets, production.\n")
    let again = try team.relctl(publish + ["--root-out", team.rootFile])
    #expect(again.status == 0, "\(again)")
    #expect(again.output.hasPrefix("This was published already: root, targets, production.\n"), "\(again)")
    // Also after more was published.
    #expect(try team.publish("one", "1.0.0").status == 0)
    try team.succeed("trust", "rotate", team.path("r.json"), "--renew", "root", "--renew", "targets")
    try team.succeed("trust", "publish", team.path("r.json"))
    let late = try team.relctl(publish + ["--root-out", team.path("late.json")])
    #expect(late.status == 0, "\(late)")
    #expect(try team.registry.folder.read("late.json") == team.registry.folder.read("root.json"))
  }

  @Test func `the root of now is written at any time`() throws {
    let none = try team.relctl(["trust", "status", "--root-out", team.rootFile])
    #expect(none.status == 1 && none.error.contains("(registry_without_root)"), "\(none)")
    _ = try begin()
    try team.succeed("trust", "publish", team.path("first.json"))
    // Nothing is trusted here yet.
    let unverified = try team.succeed("trust", "status", "--root-out", team.rootFile)
    #expect(unverified.error.contains("(root_not_verified)"), "\(unverified)")
    try team.succeed("trust", "rotate", team.path("r.json"), "--renew", "root")
    try team.succeed("trust", "publish", team.path("r.json"), "--root-out", team.path("second.json"))
    let verified = try team.succeed("trust", "status", "--root-out", team.path("now.json"))
    #expect(!verified.error.contains("(root_not_verified)"), "\(verified)")
    #expect(verified.output.hasPrefix("The root that wrappers pin, version 2, is in "), "\(verified)")
    #expect(try team.registry.folder.read("now.json") == team.registry.folder.read("second.json"))
    let foreign = try SigningTeam()
    try foreign.begin()
    // On a machine that remembers nothing of this registry.
    let refused = try team.relctl(
      ["trust", "status", "--root-out", team.path("no.json"), "--trust-root", foreign.rootFile],
      changing: ["HOME": foreign.path("home")])
    #expect(refused.status == 5, "\(refused)")
    #expect(try !team.registry.folder.names(in: ".").contains("no.json"))
  }

  @Test func `who signed already does not sign again`() throws {
    _ = try begin()
    let before = try team.registry.folder.read("first.json")
    let again = try team.succeed("trust", "sign", team.path("first.json"), "--key", "root")
    #expect(again.output.hasPrefix("Signed already, and not again: root, targets.\n"), "\(again)")
    #expect(try team.registry.folder.read("first.json") == before)
  }
}
