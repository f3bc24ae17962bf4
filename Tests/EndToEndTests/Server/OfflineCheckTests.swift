import ReleaseTesting
import Testing

/// A check against an exported file says what the server said, byte for byte.
@Suite struct OfflineCheckTests {
  /// Releases for some wrappers, one of which reaches half of the devices.
  private func registry() throws -> RunningRegistry {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one"), "1.0.0")
    try registry.publish(registry.site("two"), "1.1.0", wrappers: "^4.2.0")
    let half = registry.publishing(try registry.site("three"), "1.2.0") + ["--rollout", "5000"]
    #expect(try registry.relctl(half).status == 0)
    try registry.publish(registry.site("four"), "2.0.0", wrappers: "^5.0.0")
    try registry.publish(registry.site("five"), "2.1.0", channel: "beta")
    let draft = registry.publishing(try registry.site("six"), "3.0.0") + ["--draft"]
    #expect(try registry.relctl(draft).status == 0)
    try registry.relctl("release", "pause", "production", "1.1.0", "--reason", "slow")
    return registry
  }

  @Test(arguments: [[], ["--explain"], ["--explain", "--limit", "2"]])
  func `for every device, as text and as JSON`(options: [String]) throws {
    let registry = try registry()
    let snapshot = registry.folder.path("snapshot.json")
    let exported = try registry.relctl("release", "export", "--out", snapshot)
    #expect(exported.status == 0, "\(exported)")
    var given: Set<String> = []
    for wrapper in ["4.5.0", "5.0.0", "4.5.0-rc.1", "3.0.0"] {
      for cohort in [nil, "0", "1", "17", "4711", "8000", "9999"] {
        for format in ["table", "json"] {
          let device = ["--wrapper-version", wrapper] + (cohort.map { ["--cohort", $0] } ?? [])
          let question = ["check", "web", "--channel", "production", "--output", format] + device + options
          let online = try registry.relctl(question)
          let offline = try Relctl.run(question + ["--offline", snapshot])
          #expect(online.output == offline.output, "\(question)")
          #expect(online.error == offline.error)
          #expect(online.status == 0 && offline.status == 0, "\(online) \(offline)")
          given.insert(online.output)
        }
      }
    }
    #expect(given.count > 8, "the devices do not all get the same")
  }

  @Test func `for cohorts in and out of a rollout`() throws {
    let registry = try registry()
    let snapshot = registry.folder.path("snapshot.json")
    try registry.relctl("release", "export", "production", "--out", snapshot)
    var found: Set<String> = []
    for cohort in 0..<200 where found.count < 2 {
      let question = [
        "check", "web", "--channel", "production", "--wrapper-version", "4.5.0", "--cohort", "\(cohort)",
        "--output", "json",
      ]
      let online = try registry.relctl(question).output
      #expect(try Relctl.run(question + ["--offline", snapshot]).output == online)
      found.insert(try JSON(online)["releaseVersion"]?.string ?? "")
    }
    #expect(found == ["1.0.0", "1.2.0"])
  }

  @Test func `a file that is no snapshot is a wrong command line`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[]".utf8, to: "some.json")
    let outcome = try Relctl.run([
      "check", "web", "--channel", "production", "--wrapper-version", "4.5.0", "--offline", path,
    ])
    #expect(outcome.error.contains("(invalid_snapshot)\n"), "\(outcome)")
    #expect(outcome.status == 2)
  }

  @Test func `a file of another version is refused`() throws {
    let folder = try TemporaryFolder()
    let old = #"{"apiContractVersion":"3.1.0","releases":[],"schemaVersion":1}"#
    let path = try folder.write(old.utf8, to: "old.json")
    let outcome = try Relctl.run([
      "check", "web", "--channel", "production", "--wrapper-version", "4.5.0", "--offline", path,
    ])
    #expect(outcome.status == 2)
    #expect(
      outcome.error == """
        error: '\(path)' has schema version 1, and this relctl knows 2 (unknown_schema_version)
        hint: use the relctl that wrote it, or export it again

        """)
  }

  @Test func `a limit goes with an explanation, and what is left out is said`() throws {
    let registry = try registry()
    let question = ["check", "web", "--channel", "production", "--wrapper-version", "4.5.0", "--limit", "2"]
    let alone = try registry.relctl(question)
    #expect(alone.status == 2)
    #expect(alone.error.contains("--limit says how many releases --explain lists"), "\(alone)")
    let explained = try registry.relctl(question + ["--explain"])
    #expect(
      explained.output.hasSuffix("2 of 5 releases are listed, the newest; --limit lists more.\n"),
      "\(explained)")
  }
}
