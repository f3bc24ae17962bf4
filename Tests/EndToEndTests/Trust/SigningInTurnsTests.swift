import ReleaseTesting
import Testing

/// A channel of which two of three release engineers have to sign, each on a machine of their own.
@Suite struct SigningInTurnsTests {
  private let team: SigningTeam
  private let site: String

  init() throws {
    team = try SigningTeam()
    site = try team.registry.site("one")
    for name in ["root", "release-1", "release-2", "release-3", "outsider"] {
      try team.succeed("key", "generate", name, "--keys", team.path("keys-\(name)"))
      try team.succeed(
        "key", "export", name, "--keys", team.path("keys-\(name)"), "-o", team.path("\(name).pub"))
      try team.succeed("key", "import", name, team.path("\(name).pub"))
    }
    for name in ["release-2", "release-3"] {
      try team.succeed("key", "import", name, team.path("\(name).pub"), "--keys", team.path("keys-release-1"))
    }
    try team.succeed(
      "trust", "init", team.path("ceremony.json"), "--root-key", "root", "--targets-key", "root", "--channel",
      "production=release-1,release-2,release-3", "--channel-threshold", "2", "--channel",
      "beta=release-1,release-2",
      "--channel-lifetime", "30d")
    for name in ["root", "release-1", "release-2"] {
      #expect(try sign("ceremony.json", as: name).status == 0)
    }
    try team.succeed("trust", "publish", team.path("ceremony.json"), "--root-out", team.rootFile)
  }

  /// Signs on the machine of one person, who has nothing but their key and the root.
  private func sign(_ file: String, as name: String, changing changes: [String: String?] = [:]) throws
    -> Relctl.Outcome
  {
    var none: [String: String?] = ["RELCTL_SERVER": nil, "RELCTL_TOKEN_FILE": nil]
    none.merge(changes) { $1 }
    return try team.relctl(
      ["trust", "sign", team.path(file), "--key", name, "--keys", team.path("keys-\(name)")], changing: none)
  }

  private func publish(_ version: String = "1.0.0", _ options: String...) throws -> Relctl.Outcome {
    try team.relctl(
      team.registry.publishing(site, version) + options + ["--keys", team.path("keys-release-1")])
  }

  private func begin(_ file: String = "release.json") throws {
    let outcome = try publish("1.0.0", "--signing-out", team.path(file))
    #expect(outcome.status == 0, "\(outcome)")
  }

  private func expectRefusal(_ outcome: Relctl.Outcome, _ code: String, _ words: String...) {
    #expect(outcome.status != 0 && outcome.error.contains("(\(code))"), "\(outcome)")
    for text in words { #expect(outcome.error.contains(text), "\(outcome)") }
  }

  @Test func `is published once enough have signed, and devices install it`() throws {
    try begin()
    let review = try team.succeed("trust", "review", team.path("release.json"))
    for text in [
      "release 1.0.0 on production", "wrapperRange: >=4.0.0 <6.0.0", "1 of 2", "1 signature is missing",
    ] {
      #expect(review.output.contains(text), "\(review)")
    }
    let state = try team.succeed("release", "show", "production", "1.0.0", "--output", "json")
    #expect(try JSON(state.output)["state"]?.string == "draft")

    let signed = try sign("release.json", as: "release-3")
    #expect(signed.status == 0 && signed.output.contains("--signing "), "\(signed)")
    let published = try publish("1.0.0", "--signing", team.path("release.json"))
    #expect(published.status == 0, "\(published)")
    #expect(try publish("1.0.0", "--signing", team.path("release.json")).status == 0)

    try team.succeed(
      "release", "verify", "production", "1.0.0", "--wrapper-version", "4.5.0", "--output", "json")
    let installed = try team.succeed(
      "wrapper", "install", "--root", team.path("phone"), "--channel", "production", "--platform", "ios",
      "--wrapper-version", "4.5.0")
    #expect(installed.output.contains("1.0.0"))
  }

  @Test func `says how many signatures are missing, and whose`() throws {
    expectRefusal(
      try publish(), "threshold_not_met", "needs 2 signatures", "1 more of release-2, release-3",
      "--signing-out FILE")
    let absent = try team.relctl(["release", "show", "production", "1.0.0"])
    expectRefusal(absent, "release_not_found")
    try begin()
    expectRefusal(
      try publish("1.0.0", "--signing", team.path("release.json")), "threshold_not_met",
      "'production' has 1 of the 2 signatures that it needs; 1 more of release-2, release-3")
    // The same key again is no second signature.
    #expect(try sign("release.json", as: "release-1").status == 0)
    expectRefusal(try publish("1.0.0", "--signing", team.path("release.json")), "threshold_not_met")
  }

  @Test func `is not signed with a key that is none of the channel's`() throws {
    try begin()
    let before = try team.registry.folder.read("release.json")
    expectRefusal(try sign("release.json", as: "outsider"), "key_not_trusted", "'outsider' may sign nothing")
    #expect(try team.registry.folder.read("release.json") == before)
  }

  @Test func `publishes nothing else than what was signed`() throws {
    try begin()
    #expect(try sign("release.json", as: "release-2").status == 0)
    let before = try team.relctl(["release", "list", "production", "--output", "json"]).output
    let other = try team.relctl(
      team.registry.publishing(try team.registry.site("two"), "1.0.0") + [
        "--signing", team.path("release.json"),
      ])
    #expect(other.status == 5)
    expectRefusal(other, "sha256_not_as_signed", "was signed for another release")
    #expect(try team.relctl(["release", "list", "production", "--output", "json"]).output == before)
    expectRefusal(
      try publish("1.0.1", "--signing", team.path("release.json")), "release_version_not_as_signed", "1.0.1")
    expectRefusal(try team.relctl(["release", "show", "production", "1.0.1"]), "release_not_found")
    expectRefusal(
      try team.relctl(["trust", "publish", team.path("release.json")]), "ceremony_of_release", "--signing ")
    expectRefusal(
      try publish("1.0.0", "--signing", team.path("ceremony.json")), "ceremony_without_release",
      "trust publish")
    expectRefusal(
      try publish("1.0.0", "--signing", "a", "--signing-out", "b"), "invalid_arguments")
  }

  @Test func `is made anew when somebody published on the channel meanwhile, and only then`() throws {
    try begin("first.json")
    #expect(try sign("first.json", as: "release-2").status == 0)
    let second = try publish("1.1.0", "--signing-out", team.path("second.json"))
    #expect(second.status == 0, "\(second)")
    #expect(try sign("second.json", as: "release-3").status == 0)

    // Another channel's publish takes a sequence number, and does not matter.
    let beta = try team.relctl(
      team.registry.publishing(site, "1.0.0", channel: "beta") + [
        "--keys", team.path("keys-release-1"), "--key", "release-1",
      ])
    expectRefusal(beta, "threshold_not_met")
    #expect(try publish("1.1.0", "--signing", team.path("second.json")).status == 0)
    let stale = try publish("1.0.0", "--signing", team.path("first.json"))
    #expect(stale.status == 3)
    #expect(stale.error.contains("begin again with --signing-out"), "\(stale)")
  }

  @Test func `a file that was made up is signed by nobody`() throws {
    // The same people and channel, but a registry of somebody else.
    let others = try SigningTeam()
    try others.begin()
    try begin()
    expectRefusal(
      try sign("release.json", as: "release-2", changing: ["RELCTL_TRUST_ROOT": others.rootFile]),
      "threshold_not_met",
      "does not start from the root")
    expectRefusal(
      try sign("release.json", as: "release-2", changing: ["RELCTL_TRUST_ROOT": nil]), "missing_trust_root")
    // A release that was signed before is slipped another range.
    let text = String(decoding: try team.registry.folder.read("release.json"), as: UTF8.self)
    try team.registry.folder.write(
      text.replacing("\"channel\": \"production\"", with: "\"channel\": \"beta\"").utf8, to: "release.json")
    expectRefusal(try sign("release.json", as: "release-2"), "invalid_release_metadata")
  }

  @Test func `is promoted in the same way`() throws {
    try begin()
    #expect(try sign("release.json", as: "release-2").status == 0)
    #expect(try publish("1.0.0", "--signing", team.path("release.json")).status == 0)
    let promote = [
      "release", "promote", "production", "1.0.0", "--to", "beta", "--keys", team.path("keys-release-1"),
    ]
    let file = team.path("promotion.json")
    let written = try team.relctl(promote + ["--signing-out", file])
    #expect(written.status == 0 && written.output.contains("release 1.0.0") == false, "\(written)")
    #expect(try sign("promotion.json", as: "release-2").status == 0)
    let promoted = try team.relctl(promote + ["--signing", file])
    #expect(promoted.status == 0, "\(promoted)")
    try team.succeed("release", "verify", "beta", "1.0.0")
  }
}
