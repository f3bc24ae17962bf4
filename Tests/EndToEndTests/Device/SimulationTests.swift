import ReleaseTesting
import Testing

/// A fleet of simulated devices against a real registry.
@Suite struct SimulationTests {
  /// Two releases, 1.0.0 for all wrappers from 4 and 1.1.0 for those from 4.5, and a policy.
  private func registry() throws -> RunningRegistry {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one", fillerBytes: 40_000), "1.0.0")
    try registry.publish(registry.site("two", fillerBytes: 90_000), "1.1.0", wrappers: ">=4.5.0 <6.0.0")
    try registry.relctl(
      "policy", "set", "--channel", "production", "--platform", "ios", "--minimum", "4.4.0", "--latest",
      "4.6.0",
      "--app-store-id", "1234567890", "--activate")
    return registry
  }

  private func simulate(
    _ registry: RunningRegistry, _ fleet: String, _ options: String...
  ) throws -> (outcome: Relctl.Outcome, devices: [JSON]) {
    let file = try registry.folder.write(fleet.utf8, to: "fleet.csv")
    let outcome = try registry.relctl(
      ["wrapper", "simulate", "--fleet", file, "--channel", "production", "--output", "json"] + options)
    guard !outcome.output.isEmpty else { return (outcome, []) }
    return (outcome, try JSON(outcome.output)["devices"]?.elements ?? [])
  }

  private func summary(_ device: JSON) -> String {
    ["nativeStatus", "offered", "runs", "wayBack"].map { device[$0]?.string ?? "-" }.joined(separator: " ")
  }

  @Test func `says for every wrapper what it is told, gets, runs and can go back to`() throws {
    let registry = try registry()
    let fleet = """
      platform,wrapperVersion,installed,count,expect
      ios,4.6.0,1.0.0,120000,1.1.0 way-back current
      ios,4.4.0,built-in,800,1.0.0 way-back updateAvailable
      ios,4.3.0,none,7,some updateRequired
      android,7.0.0,built-in,1,none built-in current
      android,4.5.0,1.1.0,3,1.1.0
      """
    let (outcome, devices) = try simulate(registry, fleet)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      devices.map(summary) == [
        "current 1.1.0 1.1.0 1.0.0", "updateAvailable 1.0.0 1.0.0 built-in",
        "updateRequired 1.0.0 1.0.0 none",
        "current - built-in not needed", "current 1.1.0 1.1.0 none",
      ])
    let result = try JSON(outcome.output)
    #expect(result["wrapperCount"] == .integer(120_811))
    #expect(result["deviceCount"] == .integer(5))
  }

  @Test func `fails with status 6 for each device that does otherwise, and names it`() throws {
    let registry = try registry()
    let junit = registry.folder.path("simulate.xml")
    let (outcome, devices) = try simulate(
      registry, "wrapperVersion,installed\n4.6.0,none\n4.4.0,built-in\n", "--platform", "android", "--expect",
      "1.1.0", "--expect", "way-back", "--junit", junit)
    #expect(outcome.status == 6)
    #expect(devices.map { $0["met"] } == [.bool(false), .bool(false)])
    #expect(outcome.error.contains("it cannot go back from 1.1.0"))
    #expect(outcome.error.contains("it was to run 1.1.0, and runs 1.0.0"))
    let xml = String(decoding: try registry.folder.read("simulate.xml"), as: UTF8.self)
    #expect(xml.contains(#"tests="2" failures="2""#))
    #expect(xml.contains(#"name="android 4.6.0 with none: plain""#))
  }

  @Test(arguments: [
    ("cut:20000", "download_interrupted", true), ("cut:0", "download_interrupted", true),
    ("slow:100", "download_too_slow", true), ("status:503", "offline_using_installed", true),
    ("wrong-hash", "hash_mismatch", true), ("kill:checking", "killed", true),
    ("kill:downloading", "killed", true), ("kill:unpacking", "killed", true),
    ("kill:activating", "killed", true), ("disk-full", "not_enough_space", true),
    ("disk-full:0", "disk_full", true), ("disk-full:20000", "disk_full", true),
    ("disk-full:150000", "disk_full", true), ("disk-full:10000000", "installed", false),
    ("clock:+10", "installed", true), ("clock:-10", "installed", true),
    ("cut:10000000", "installed", false),
  ])
  func `after a fault the old release starts, and the next installation succeeds`(
    scenario: String, ending: String, happens: Bool
  ) throws {
    let registry = try registry()
    let fleet = "platform,wrapperVersion,installed,expect\nios,4.6.0,1.0.0,1.1.0 way-back\n"
    let (outcome, devices) = try simulate(registry, fleet, "--scenario", scenario)
    #expect(outcome.status == 0, "\(outcome)")
    let fault = try #require(devices.first?["fault"])
    #expect(fault["install", "outcome"]?.string == ending, "\(fault)")
    #expect(fault["happened"] == .bool(happens))
    #expect(fault["runs"]?.string == (ending == "installed" ? "1.1.0" : "1.0.0"))
    #expect(devices.first.map(summary) == "current 1.1.0 1.1.0 1.0.0")
  }

  @Test(arguments: ["never-confirms", "crashes"])
  func `a release that does not work is left for the one before, and not taken again`(scenario: String) throws
  {
    let registry = try registry()
    let fleet = """
      platform,wrapperVersion,installed,expect
      ios,4.6.0,1.0.0,1.0.0 taken-back
      ios,4.6.0,built-in,built-in taken-back
      ios,7.0.0,built-in,built-in none
      """
    let (outcome, devices) = try simulate(registry, fleet, "--scenario", scenario)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(devices.map { $0["fault", "happened"] } == [.bool(true), .bool(true), .bool(false)])
    #expect(devices.map { $0["fault", "runs"]?.string } == ["1.0.0", "built-in", "built-in"])
    #expect(devices.prefix(2).map { $0["install", "reason"]?.string } == ["blocked", "blocked"])
  }

  @Test func `a store update to a wrapper that no release is for starts what is inside the app`() throws {
    let registry = try registry()
    let fleet = "platform,wrapperVersion,expect\nandroid,4.6.0,none built-in\n"
    let (outcome, devices) = try simulate(registry, fleet, "--scenario", "store-update:7.0.0")
    // The first wrapper is offered a release, so that nothing is offered does not come true; all else does.
    #expect(outcome.status == 6)
    #expect(
      devices.first?["objections"]?.elements == [.text("it was to be offered nothing, and is offered 1.1.0")])
    #expect(devices.first?["runs"]?.string == "built-in")
  }

  @Test func `without anything inside the app, such an update leaves nothing to start, which is a failure`()
    throws
  {
    let registry = try registry()
    let fleet = "platform,wrapperVersion,installed\nandroid,4.6.0,1.0.0\n"
    let (outcome, _) = try simulate(registry, fleet, "--scenario", "store-update:7.0.0")
    #expect(outcome.status == 6)
    #expect(outcome.error.contains("nothing starts, where 1.0.0 did before"), "\(outcome)")
  }

  @Test func `an export answers as the server that it came from`() throws {
    let registry = try registry()
    let export = registry.folder.path("export")
    #expect(try registry.relctl("release", "export", "--folder", export).status == 0)
    let fleet = """
      platform,wrapperVersion,installed,cohort
      ios,4.6.0,1.0.0,
      ios,4.4.0,built-in,17
      android,7.0.0,none,
      """
    let online = try simulate(registry, fleet, "--scenario", "plain", "--scenario", "kill:unpacking")
    registry.kill()
    let offline = try simulate(
      registry, fleet, "--scenario", "plain", "--scenario", "kill:unpacking", "--offline", export)
    #expect(online.outcome.status == 0, "\(online.outcome)")
    #expect(online.outcome.output == offline.outcome.output)
    #expect(offline.devices.count == 6)
  }

  @Test func `names each line of a fleet that cannot be`() throws {
    let registry = try registry()
    let (outcome, _) = try simulate(
      registry, "platform,wrapperVersion,installed\nios,4.6.0,0.9.0\nios,4.0.0,1.1.0\nios,4.6.0,1.0.0\n")
    #expect(outcome.status == 2)
    for text in ["'invalid_fleet_file'", "line 2", "line 3", "impossible_device"] {
      #expect(outcome.error.contains(text.replacing("'", with: "\"")), "\(outcome)")
    }
    #expect(!outcome.error.contains("line 4"))
  }

  @Test func `a server that is not there is no finding, and neither is a fleet of nobody`() throws {
    let registry = try registry()
    let (nobody, _) = try simulate(registry, "platform,wrapperVersion,count\nios,4.6.0,0\n")
    #expect(nobody.status == 2)
    #expect(nobody.error.contains("names no wrapper"), "\(nobody)")
    registry.kill()
    let (alone, _) = try simulate(registry, "platform,wrapperVersion\nios,4.6.0\n")
    #expect(alone.status == 4, "\(alone)")
  }

  @Test func `leaves nothing behind`() throws {
    let registry = try registry()
    let scratch = registry.folder.path("scratch")
    try registry.folder.write([], to: "scratch/.keep")
    let file = try registry.folder.write("ios,4.6.0\n".utf8, to: "none.csv")
    let fleet = try registry.folder.write("platform,wrapperVersion\nios,4.6.0\n".utf8, to: "fleet.csv")
    for path in [file, fleet] {
      var environment = registry.environment
      environment["TMPDIR"] = scratch
      _ = try Relctl.run(
        ["wrapper", "simulate", "--fleet", path, "--channel", "production", "--scenario", "kill:unpacking"],
        environment: environment)
    }
    #expect(try registry.folder.names(in: "scratch") == [".keep"])
  }
}
