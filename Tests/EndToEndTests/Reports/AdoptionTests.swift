import ReleaseTesting
import Testing

/// `relctl release adoption`
@Suite struct AdoptionTests {
  private static func id(_ number: Int) -> String { "6f1d2a34-9c1b-4a57-8e60-2f8f0a3b7c1\(number)" }

  @Test func `shows people and programs how a release is doing, with a viewer's token`() throws {
    let registry = try RunningRegistry()
    #expect(try registry.publish(registry.site("one"), "1.0.0").status == 0)
    let none = try registry.relctl("release", "adoption", "production")
    #expect(none.output == "No device reported anything of a release on 'production'.\n", "\(none)")
    let time = #","occurredAt":"2026-07-21T10:00:00Z""#
    let token = registry.folder.path("viewer.token")
    #expect(
      try registry.relctl("token", "create", "--role", "viewer", "--token-out", token).status == 0)
    for (number, outcome, more) in [
      (0, "installed", ""), (1, "confirmed", ""), (2, "failed", #","stage":"download","code":"disk_full""#),
      (3, "failed", #","stage":"download","code":"disk_full""#),
      (4, "rolledBack", #","code":"ready_timeout""#),
    ] {
      let report = try registry.report("1.0.0", id: Self.id(number), outcome: outcome, more + time)
      #expect(try registry.send(report: report) == 202)
    }
    let shown = try registry.relctl(["release", "adoption", "production", "1.0.0"], token: token)
    #expect(shown.status == 0, "\(shown)")
    let lines = shown.output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    #expect(
      lines.first == "RELEASE WRAPPER PLATFORM INSTALLED CONFIRMED ROLLED BACK FAILED FIRST SEEN LAST SEEN")
    #expect(lines.dropFirst().first?.hasPrefix("1.0.0 4.5.0 ios 1 1 1 2 ") == true, "\(lines)")
    #expect(
      lines.dropFirst(2) == [
        "", "RELEASE WRAPPER PLATFORM OUTCOME STAGE CODE COUNT",
        "1.0.0 4.5.0 ios failed download disk_full 2",
        "1.0.0 4.5.0 ios rolledBack ready_timeout 1", "",
      ])
    let json = try JSON(
      try registry.relctl("release", "adoption", "production", "--output", "json").output)
    let release = try #require(json["releases"]?.elements.first)
    #expect(release["reports", "failed"] == .integer(2))
    #expect(release["wrappers"]?.elements.first?["reasons"]?.elements.first?["code"]?.string == "disk_full")
  }

  @Test func `a release that is not there is refused`() throws {
    let registry = try RunningRegistry()
    let refused = try registry.relctl("release", "adoption", "production", "9.9.9")
    #expect(refused.status == 3)
    #expect(refused.error.contains("(release_not_found)\n"), "\(refused)")
  }

  @Test func `what devices send reaches neither log nor terminal as it is`() throws {
    let registry = try RunningRegistry(options: ["--access-log"])
    #expect(try registry.publish(registry.site("one"), "1.0.0").status == 0)
    let report = try registry.report("1.0.0", id: Self.id(0), outcome: "failed", #","code":"\u001b[2Jgone""#)
    #expect(try registry.send(report: report) == 400)
    let taken = try registry.report("1.0.0", id: Self.id(1), outcome: "failed", #","code":"seen_code""#)
    #expect(try registry.send(report: taken) == 202)
    let (_, log) = registry.stop()
    #expect(log.contains { $0.contains("/mobile-web/reports") }, "\(log)")
    #expect(!log.contains { $0.contains("gone") || $0.contains("seen_code") }, "\(log)")
  }
}
