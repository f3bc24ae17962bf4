import ReleaseTesting
import Testing

/// What people have to sign again within 30 days, wherever they would see it.
@Suite struct `What ends soon` {
  private static let command =
    "relctl trust rotate renewal.json --renew root --renew targets"
  private let team: SigningTeam

  init() throws {
    team = try SigningTeam()
    try team.begin()
  }

  /// Half a day more than whole ones, so that it does not matter how long the test takes.
  private func shorten() throws {
    try team.succeed(
      "trust", "rotate", team.path("short.json"), "--renew", "root", "--renew", "targets", "--root-lifetime",
      "588h",
      "--targets-lifetime", "252h")
    try team.succeed("trust", "publish", team.path("short.json"))
  }

  /// On standard error for people, and under `warnings` for programs.
  private func expectWarning(_ outcome: Relctl.Outcome) throws {
    #expect(outcome.status == 0, "\(outcome)")
    let words = ["warning: 'root' expires at ", ", in 24 days and 'targets' expires at ", ", in 10 days; "]
    for text in words + ["begin the renewal with '\(Self.command)' (expiring_metadata)"] {
      #expect(outcome.error.contains(text), "\(outcome)")
    }
    let warnings = try JSON(outcome.output)["warnings"]?.elements ?? []
    let warning = try #require(warnings.first { $0["code"]?.string == "expiring_metadata" }, "\(outcome)")
    #expect(warning["command"]?.string == Self.command)
    #expect(warning["roles"]?.elements.compactMap { $0["role"]?.string } == ["root", "targets"])
  }

  @Test func `is said by a publish and a promotion, and by their dry runs`() throws {
    #expect(try !team.publish("one", "1.0.0").error.contains("expiring_metadata"))
    try shorten()
    try expectWarning(team.publish("two", "1.1.0", "--output", "json", "--dry-run"))
    try expectWarning(team.publish("two", "1.1.0", "--output", "json"))
    try team.succeed("key", "generate", "beta-1")
    try team.succeed("trust", "rotate", team.path("beta.json"), "--channel", "beta=beta-1")
    try team.succeed("trust", "publish", team.path("beta.json"))
    // That ceremony signed targets anew.
    let promote = ["release", "promote", "production", "1.1.0", "--to", "beta", "--output", "json"]
    for options in [["--dry-run"], []] {
      let promoted = try team.relctl(promote + options)
      #expect(promoted.status == 0, "\(promoted)")
      #expect(promoted.error.contains("'relctl trust rotate renewal.json --renew root'"), "\(promoted)")
      #expect(promoted.output.contains("expiring_metadata"), "\(promoted)")
    }
  }

  @Test func `is said where others sign`() throws {
    try shorten()
    let file = team.path("release.json")
    try expectWarning(team.publish("one", "1.0.0", "--output", "json", "--signing-out", file))
    try expectWarning(team.publish("one", "1.0.0", "--output", "json", "--signing", file))
  }

  @Test func `does not count the channel that the publish signs anew`() throws {
    #expect(try team.publish("one", "1.0.0", "--channel-lifetime", "48h").status == 0)
    let published = try team.publish("two", "1.1.0")
    #expect(published.status == 0 && !published.error.contains("expir"), "\(published)")
  }

  @Test func `is said by the doctor and in the server's log, with what to type`() throws {
    try shorten()
    let doctor = try team.relctl(["doctor", "--data", team.registry.dataFolder])
    #expect(doctor.output.contains(", in 24 days: \(Self.command)"), "\(doctor)")
    _ = team.registry.stop()
    try team.registry.start(["--log-file", team.path("server.log")])
    _ = team.registry.stop()
    let log = String(decoding: try team.registry.folder.read("server.log"), as: UTF8.self)
    let line = try #require(log.split(separator: "\n").first { $0.contains("expiring_metadata") }, "\(log)")
    let entry = try JSON(String(line))
    #expect(entry["level"]?.string == "warning")
    #expect(entry["code"]?.string == "expiring_metadata")
    #expect(
      entry["message"]?.string?.hasSuffix("; begin the renewal with '\(Self.command)'") == true, "\(line)")
  }
}
