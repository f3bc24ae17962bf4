import ReleaseTesting
import Testing

/// What `--dry-run` says of a publish or a promotion is what the same command says without it.
@Suite struct DryRunTests {
  private let registry: RunningRegistry
  private let site: String

  init() throws {
    registry = try RunningRegistry()
    site = try registry.site("one")
  }

  /// Runs it dry and then for real, and compares what both warn of and how they end.
  private func comparing(_ arguments: [String]) throws -> Relctl.Outcome {
    let before = try registry.relctl("audit", "list", "--output", "json").output
    let dry = try registry.relctl(arguments + ["--dry-run"])
    #expect(try registry.relctl("audit", "list", "--output", "json").output == before, "\(dry)")
    #expect(try registry.folder.names(in: "data/artifacts").isEmpty || before.contains("release"), "\(dry)")
    let real = try registry.relctl(arguments)
    #expect(dry.status == real.status, "\(dry)\(real)")
    #expect(said(dry) == said(real), "\(dry)\(real)")
    return dry
  }

  /// What was said besides the result, without the request's own name.
  private func said(_ outcome: Relctl.Outcome) -> [Substring] {
    outcome.error.split(separator: "\n").filter { !$0.hasPrefix("request: ") }
  }

  @Test(arguments: [
    ("*", "^3.0.0", []),
    ("*", "^3.0.0", ["--strict"]),
    ("*", "^9.0.0", []),
    ("*", "^9.0.0", ["--strict"]),
    (">=4.0.0 <6.0.0", "^3.0.0", ["--entry-file", "missing.html"]),
    (">=4.0.0 <6.0.0", "^3.0.0", ["--draft"]),
  ])
  func `a publish warns and ends as it does without`(
    wrappers: String, contract: String, options: [String]
  ) throws {
    let dry = try comparing(
      [
        "release", "publish", site, "--channel", "production", "--version", "1.0.0", "--wrapper-range",
        wrappers,
        "--api-contract-range", contract,
      ] + options)
    if contract == "^9.0.0" { #expect(dry.error.contains("api_contract_excludes_server"), "\(dry)") }
    if contract == "^9.0.0", options == ["--strict"] { #expect(dry.status == 3, "\(dry)") }
  }

  @Test func `a publish refuses what the registry would refuse`() throws {
    #expect(try registry.publish(site, "1.0.0").status == 0)
    let other = try registry.site("other")
    // Another channel, so that only the registry knows that the version is taken.
    let taken = try comparing(registry.publishing(other, "1.0.0", channel: "beta"))
    #expect(taken.status == 3 && taken.error.contains("(version_conflict)"), "\(taken)")
    // A token of somebody who may not publish.
    let token = registry.folder.path("viewer.token")
    try registry.relctl("token", "create", "--role", "viewer", "--token-out", token)
    let refused = try registry.relctl(registry.publishing(other, "1.1.0") + ["--dry-run"], token: token)
    #expect(refused.status == 3 && refused.error.contains("(forbidden)"), "\(refused)")
  }

  @Test func `a publish refuses a bundle that is more than the registry takes`() throws {
    try registry.folder.write([UInt8](repeating: 0, count: 4 << 20), to: "site-one/assets/zeros.bin")
    let dry = try registry.relctl(registry.publishing(site, "1.0.0") + ["--dry-run"])
    let real = try registry.relctl(registry.publishing(site, "1.0.0"))
    #expect(dry.status == 3 && dry.status == real.status, "\(dry)\(real)")
    #expect(
      dry.error.contains("(bundle_rejected)") && real.error.contains("(bundle_rejected)"), "\(dry)\(real)")
  }

  @Test func `a promotion warns and ends as it does without`() throws {
    #expect(try registry.publish(site, "1.0.0", channel: "beta").status == 0)
    let promotion = ["release", "promote", "beta", "1.0.0", "--to", "production"]
    let dry = try comparing(promotion + ["--wrapper-range", "*"])
    #expect(dry.error.contains("wrapper_range_allows_everything"), "\(dry)")
    let elsewise = try comparing(promotion)
    #expect(elsewise.status == 3 && elsewise.error.contains("(release_exists)"), "\(elsewise)")
    #expect(try comparing(promotion + ["--wrapper-range", "*"]).status == 0)
  }

  @Test(arguments: [
    "release rollout production 1.0.0 --basis-points 5", "release resume production 1.0.0",
    "token revoke tok_00000001", "token create --role viewer --expires-in 0s",
  ])
  func `what the registry would refuse is refused`(line: String) throws {
    #expect(try registry.publish(site, "1.0.0").status == 0)
    try registry.relctl("release", "retire", "production", "1.0.0", "--reason", "it is gone")
    let refused = try comparing(line.split(separator: " ").map(String.init))
    #expect(refused.status != 0 && !refused.output.contains("would"), "\(refused)")
  }

  @Test(arguments: [
    "release pause production 1.0.0 --reason broken", "release rollout production 1.0.0 --basis-points 5",
    "release retire production 1.0.0 --reason gone", "token create --role viewer",
    "token revoke tok_00000001",
    "policy set --channel production --platform ios --minimum 4.0.0 --latest 4.6.0 --app-store-id 1234567890",
    "policy deactivate pol_00000001",
  ])
  func `who may not do it is told so`(line: String) throws {
    #expect(try registry.publish(site, "1.0.0").status == 0)
    try registry.relctl(
      "policy", "set", "--channel", "production", "--platform", "ios", "--minimum", "4.0.0", "--latest",
      "4.6.0", "--app-store-id", "1234567890", "--activate")
    let token = registry.folder.path("viewer.token")
    try registry.relctl("token", "create", "--role", "viewer", "--token-out", token)
    let words = line.split(separator: " ").map(String.init)
    for arguments in [words + ["--dry-run"], words] {
      let refused = try registry.relctl(arguments, token: token)
      #expect(refused.status == 3 && refused.error.contains("(forbidden)"), "\(refused)")
    }
  }

  @Test func `a ceremony that is stale is refused`() throws {
    let team = try SigningTeam()
    try team.begin()
    // Two that are made within one second are the same but for this, and what is published already is not stale.
    for (name, lifetime) in [("first.json", "200d"), ("second.json", "300d")] {
      try team.succeed("trust", "rotate", team.path(name), "--renew", "root", "--root-lifetime", lifetime)
    }
    try team.succeed("trust", "publish", team.path("second.json"))
    let stale = ["trust", "publish", team.path("first.json")]
    for arguments in [stale, stale + ["--dry-run"]] {
      let refused = try team.relctl(arguments)
      #expect(refused.status == 3 && refused.error.contains("(stale_metadata)"), "\(refused)")
    }
  }

  @Test func `its warnings are there for programs too`() throws {
    let publishing = registry.publishing(site, "1.0.0", wrappers: "*") + ["--output", "json"]
    for arguments in [publishing + ["--dry-run"], publishing] {
      let codes = try JSON(try registry.relctl(arguments).output)["warnings"]?.elements.compactMap {
        $0["code"]?.string
      }
      #expect(
        codes == ["published_unsigned", "wrapper_range_allows_everything", "prerelease_wrappers_left_out"])
    }
  }

  @Test func `a signature that the registry would not take is refused`() throws {
    let team = try SigningTeam()
    try team.begin()
    #expect(try team.publish("one", "1.0.0", "--dry-run").status == 0)
    #expect(try team.publish("one", "1.0.0").status == 0)
    _ = team.registry.stop()
    try team.succeed("init", "--data", team.registry.dataFolder, "--replace-online-key")
    try team.registry.start()
    let dry = try team.publish("two", "1.1.0", "--dry-run")
    #expect(dry.status == 3 && dry.error.contains("(online_key_not_in_root)"), "\(dry)")
  }
}
