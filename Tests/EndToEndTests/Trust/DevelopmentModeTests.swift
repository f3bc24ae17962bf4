import ReleaseTesting
import Testing

/// What is said where nothing is signed, and where a machine only believes that something is.
@Suite struct DevelopmentModeTests {
  private let registry: RunningRegistry
  private let site: String

  init() throws {
    registry = try RunningRegistry()
    site = try registry.site("one")
  }

  private func run(_ arguments: [String], root: String?) throws -> Relctl.Outcome {
    var environment = registry.environment
    environment["RELCTL_TRUST_ROOT"] = root
    return try Relctl.run(arguments, environment: environment)
  }

  @Test func `a publish that nobody signs says so, and what begins to sign`() throws {
    let outcome = try registry.publish(site, "1.0.0", channel: "beta")
    #expect(outcome.status == 0)
    #expect(outcome.error.contains("(published_unsigned)"), "\(outcome)")
    #expect(
      outcome.error.contains(
        "relctl trust init ceremony.json --root-key NAME --targets-key NAME --channel beta=NAME"),
      "\(outcome)")
    #expect(outcome.error.contains("relctl trust publish ceremony.json --root-out root.json"), "\(outcome)")
    let promoted = try registry.relctl("release", "promote", "beta", "1.0.0", "--to", "production")
    #expect(promoted.status == 0 && promoted.error.contains("(published_unsigned)"), "\(promoted)")
  }

  @Test func `a bundle's own mistakes are said first, and what is not published is not called unsigned`()
    throws
  {
    let publishing = registry.publishing(site, "1.0.0", wrappers: "*")
    let outcome = try registry.relctl(publishing)
    #expect(outcome.status == 0 && outcome.error.contains("(published_unsigned)"), "\(outcome)")
    let again = try registry.relctl(publishing)
    #expect(again.output.contains("was published already"), "\(again)")
    #expect(!again.error.contains("(published_unsigned)"), "\(again)")
    let refused = try registry.relctl(registry.publishing(site, "1.1.0", wrappers: "*") + ["--strict"])
    #expect(refused.status == 3 && !refused.error.contains("(published_unsigned)"), "\(refused)")
    let damaged = try registry.relctl(
      registry.publishing(site, "1.2.0", wrappers: "*") + ["--entry-file", "missing.html"])
    #expect(damaged.status == 5 && damaged.error.hasPrefix("error: --entry-file: "), "\(damaged)")
  }

  @Test func `nothing is published unsigned from a machine that trusts a root`() throws {
    let team = try SigningTeam()
    try team.begin()
    let outcome = try run(registry.publishing(site, "1.0.0"), root: team.rootFile)
    #expect(outcome.status == 1 && outcome.error.contains("(registry_without_root)"), "\(outcome)")
    #expect(try registry.relctl("release", "list").output == "There are no releases.\n")
  }

  @Test(arguments: [
    "release publish site-one --channel production --version 1.0.0 --wrapper-range * --api-contract-range *",
    "release promote beta 1.0.0 --to production",
    "release verify production 1.0.0",
    "trust sign nowhere.json --key root-1",
    "trust rotate rotation.json --renew root",
    "wrapper install --root phone --channel production --platform ios --wrapper-version 4.5.0",
    "wrapper run --root phone --channel production --platform ios --wrapper-version 4.5.0",
    "wrapper simulate --fleet nowhere.csv --channel production",
  ])
  func `a root that is not there is an error before anything is done`(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let fromVariable = try run(words, root: "/nowhere/root.json")
    #expect(fromVariable.status == 2, "\(fromVariable)")
    #expect(
      fromVariable.error.hasPrefix(
        "error: RELCTL_TRUST_ROOT: cannot read '/nowhere/root.json': No such file or directory (file_unreadable)\n"
      ),
      "\(fromVariable)")
    let fromOption = try run(words + ["--trust-root", "/nowhere/root.json"], root: nil)
    #expect(fromOption.status == 2, "\(fromOption)")
    #expect(
      fromOption.error.hasPrefix("error: --trust-root: cannot read '/nowhere/root.json'"), "\(fromOption)")
    #expect(try registry.relctl("release", "list").output == "There are no releases.\n")
  }

  @Test func `a ceremony is no root`() throws {
    let team = try SigningTeam()
    try team.begin()
    let outcome = try team.relctl([
      "trust", "rotate", team.path("r.json"), "--renew", "root", "--trust-root", team.path("ceremony.json"),
    ])
    #expect(outcome.status == 2, "\(outcome)")
    #expect(
      outcome.error.hasPrefix(
        "error: --trust-root: '\(team.path("ceremony.json"))' is a ceremony, and no root"),
      "\(outcome)")
  }
}
