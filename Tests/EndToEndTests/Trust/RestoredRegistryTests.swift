import Glibc
import ReleaseTesting
import Testing

/// A registry that was restored from a backup, as docs/operations.md says, and devices and admins that saw what it lost.
@Suite struct RestoredRegistryTests {
  private let team: SigningTeam

  init() throws {
    team = try SigningTeam()
    try team.begin()
    #expect(try team.publish("one", "1.0.0").status == 0)
    try team.succeed("backup", "--data", team.registry.dataFolder, "--to", team.path("backup"))
    for (text, version) in [("two", "1.1.0"), ("three", "1.2.0")] {
      #expect(try team.publish(text, version).status == 0)
    }
    #expect(try install().outcome == "installed")
    team.registry.kill()
    rename(team.registry.dataFolder, team.path("lost"))
    rename(team.path("backup"), team.registry.dataFolder)
    try team.registry.start()
  }

  private func install(_ phone: String = "phone") throws -> (outcome: String?, text: String) {
    let outcome = try team.relctl([
      "wrapper", "install", "--root", team.path(phone), "--channel", "production", "--platform", "ios",
      "--wrapper-version", "4.5.0", "--output", "json",
    ])
    return (try JSON(outcome.output)["outcome"]?.string, outcome.output)
  }

  private func findings() throws -> [String?] {
    let answer = try team.succeed("doctor", "--data", team.registry.dataFolder, "--output", "json").output
    return try JSON(answer)["findings"]?.elements.map { $0["code"]?.string } ?? []
  }

  @Test func `what saw newer metadata refuses it, and says where the way out stands`() throws {
    let refused = try install()
    #expect(refused.outcome == "not_trusted")
    #expect(refused.text.contains("version_rollback") && refused.text.contains("docs/operations.md"))
    for refused in [
      try team.publish("four", "2.0.0"),
      try team.relctl(["trust", "rotate", team.path("online.json"), "--online-key"]),
    ] {
      #expect(refused.status == 5)
      #expect(refused.error.contains("(version_rollback)"), "\(refused)")
      #expect(refused.error.contains("relctl trust rotate FILE --after-restore"), "\(refused)")
    }
    #expect(try findings() == ["restored_from_backup"])
  }

  @Test func `a machine that saw nothing newer is warned when it publishes`() throws {
    let elsewhere = ["HOME": team.path("another home") as String?]
    let publishing = team.registry.publishing(try team.registry.site("four"), "2.0.0")
    for arguments in [publishing + ["--dry-run"], publishing] {
      let outcome = try team.relctl(arguments, changing: elsewhere)
      #expect(outcome.status == 0 && outcome.error.contains("(restored_from_backup)"), "\(outcome)")
    }
    #expect(try install().outcome == "not_trusted")
  }

  @Test func `another key of the registry's own lets them all trust it again`() throws {
    #expect(try install().outcome == "not_trusted")
    let rotated = try team.succeed("trust", "rotate", team.path("restore.json"), "--after-restore")
    for role in ["timestamp", "snapshot", "production"] {
      #expect(rotated.error.contains("warning: \(role) falls from version "), "\(rotated)")
    }
    #expect(rotated.error.contains("go on only if you know that the registry was restored"))
    #expect(rotated.output.contains("the registry itself: new keys:"))
    try team.succeed("trust", "publish", team.path("restore.json"))
    #expect(try findings() == [])

    // What it runs is lost: nobody vouches for it any more.
    #expect(try install().outcome == "moved_from_withdrawn")
    #expect(try team.publish("four", "2.0.0").status == 0)
    #expect(try install().outcome == "installed")
    #expect(try install("new phone").outcome == "installed")
    #expect(try install().outcome == "current")
    // Not again: what was forgotten once is remembered anew.
    try team.succeed("release", "pause", "production", "2.0.0", "--reason", "it is broken")
    #expect(try team.publish("five", "2.1.0").status == 0)
    #expect(try install().outcome == "installed")
  }

  @Test func `a backup from before a root that was published is told apart`() throws {
    try team.succeed("trust", "rotate", team.path("restore.json"), "--after-restore")
    try team.succeed("trust", "publish", team.path("restore.json"))
    // The admin's next command remembers root 2.
    #expect(try team.publish("four", "2.0.0").status == 0)
    team.registry.kill()
    rename(team.registry.dataFolder, team.path("second"))
    rename(team.path("lost"), team.registry.dataFolder)
    try team.registry.start()
    let refused = try team.relctl(["trust", "rotate", team.path("again.json"), "--after-restore"])
    #expect(refused.status == 5)
    #expect(refused.error.contains("(restored_before_root)"), "\(refused)")
  }
}
