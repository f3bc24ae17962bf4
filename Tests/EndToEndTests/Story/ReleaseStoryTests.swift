import FoundationEssentials
import ReleaseTesting
import Testing

/// The life of a release, from an empty folder to a fleet that was moved back.
@Suite struct ReleaseStoryTests {
  private func install(_ registry: RunningRegistry, _ device: String, wrapper: String = "4.6.0") throws
    -> JSON
  {
    let outcome = try Relctl.run([
      "wrapper", "install", "--root", registry.folder.path(device), "--server", registry.url, "--channel",
      "production", "--platform", "ios", "--wrapper-version", wrapper, "--output", "json",
    ])
    #expect(outcome.status == 0, "\(outcome)")
    return try JSON(outcome.output)
  }

  private func status(_ registry: RunningRegistry, _ device: String) throws -> JSON {
    let outcome = try Relctl.run([
      "wrapper", "status", "--root", registry.folder.path(device), "--output", "json",
    ])
    #expect(outcome.status == 0, "\(outcome)")
    return try JSON(outcome.output)
  }

  private func check(_ registry: RunningRegistry, _ wrapper: String, expect version: String) throws {
    let outcome = try registry.relctl(
      "check", "web", "--channel", "production", "--wrapper-version", wrapper, "--expect", version)
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test func `publishes, chooses by wrapper, installs, rolls back and pauses`() throws {
    let registry = try RunningRegistry()
    #expect(try registry.publish(registry.site("one"), "2.13.0").status == 0)
    #expect(try registry.publish(registry.site("two"), "2.14.0", wrappers: ">=4.2.0 <6.0.0").status == 0)
    try check(registry, "3.9.0", expect: "none")
    try check(registry, "4.1.0", expect: "2.13.0")
    try check(registry, "4.6.0", expect: "2.14.0")

    #expect(try install(registry, "phone")["outcome"]?.string == "installed")
    #expect(try install(registry, "tablet")["current", "version"]?.string == "2.14.0")
    let launch = try Relctl.run([
      "wrapper", "launch", "--root", registry.folder.path("phone"), "--wrapper-version", "4.6.0", "--output",
      "json",
    ])
    let launched = try #require(try JSON(launch.output)["launch"])
    #expect(launched["url"]?.string == "/index.html?webReleaseVersion=2.14.0")
    let page = try #require(launched["folder"]?.string) + "/index.html"
    #expect(try String(contentsOfFile: page, encoding: .utf8) == "<!doctype html><p>two</p>")
    let token = try #require(launched["token"]?.string)
    let confirmed = try Relctl.run([
      "wrapper", "confirm", "--root", registry.folder.path("phone"), "--token", token,
    ])
    #expect(confirmed.status == 0, "\(confirmed)")

    #expect(try registry.publish(registry.site("bad"), "2.15.0").status == 0)
    #expect(try install(registry, "phone")["current", "version"]?.string == "2.15.0")
    #expect(try install(registry, "tablet")["current", "version"]?.string == "2.15.0")
    let rollback = try Relctl.run(["wrapper", "rollback", "--root", registry.folder.path("phone")])
    #expect(rollback.status == 0, "\(rollback)")
    #expect(try install(registry, "phone")["reason"]?.string == "blocked")
    let phone = try status(registry, "phone")
    #expect(phone["current", "version"]?.string == "2.14.0")
    #expect(phone["healthy"] == .bool(true))
    #expect(phone["blocked"]?.elements.first?["version"]?.string == "2.15.0")

    let pause = try registry.relctl("release", "pause", "production", "2.15.0", "--reason", "the page throws")
    #expect(pause.status == 0, "\(pause)")
    try check(registry, "4.6.0", expect: "2.14.0")
    #expect(try install(registry, "tablet")["outcome"]?.string == "moved_from_withdrawn")
    #expect(try status(registry, "tablet")["current", "version"]?.string == "2.14.0")

    #expect(try registry.relctl("audit", "verify").status == 0)
    #expect(registry.stop().end == .exited(0))
    let doctor = try Relctl.run(["doctor", "--data", registry.dataFolder])
    #expect(doctor.output == "'\(registry.dataFolder)' is healthy.\n")
    #expect(doctor.status == 0)
  }

  @Test func `explains every candidate, online and offline alike`() throws {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one"), "1.0.0")
    try registry.publish(registry.site("two"), "1.1.0", wrappers: "^4.2.0")
    try registry.publish(registry.site("three"), "2.0.0", wrappers: "^5.0.0")
    try registry.relctl("release", "pause", "production", "1.1.0", "--reason", "slow")
    let question = [
      "check", "web", "--channel", "production", "--explain", "--output", "json", "--wrapper-version",
    ]
    let snapshot = registry.folder.path("snapshot.json")
    let exported = try registry.relctl("release", "export", "production", "--out", snapshot)
    #expect(exported.status == 0, "\(exported)")
    for (wrapper, reasons) in [
      ("4.5.0", ["wrapper_out_of_range", "paused", "selected"]),
      ("5.0.0", ["selected", "paused", "older_than_selected"]),
      ("4.5.0-rc.1", ["wrapper_out_of_range", "paused", "wrapper_prerelease_excluded"]),
    ] {
      let online = try JSON(try registry.relctl(question + [wrapper]).output)
      let offline = try JSON(try Relctl.run(question + [wrapper, "--offline", snapshot]).output)
      let found = online["candidates"]?.elements.map { $0["reason"]?.string }
      #expect(found == reasons)
      #expect(online == offline)
    }
  }

  @Test func `promotes the same bytes with the same ranges, once`() throws {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one"), "1.0.0", wrappers: ">=4.2.0 <5.0.0", channel: "beta")
    for _ in 0..<2 {
      let outcome = try registry.relctl("release", "promote", "beta", "1.0.0", "--to", "production")
      #expect(outcome.status == 0, "\(outcome)")
    }
    let listed = try JSON(try registry.relctl("release", "list", "production", "--output", "json").output)
      .elements
    #expect(listed.count == 1)
    let beta = try JSON(try registry.relctl("release", "show", "beta", "1.0.0", "--output", "json").output)
    for field in ["wrapperRange", "apiContractRange", "artifactSha256", "entryFile", "tree"] {
      #expect(listed.first?[field] == beta[field], "\(field)")
    }
  }

  @Test func `compares two releases file by file`() throws {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one"), "1.0.0")
    try registry.folder.write("new".utf8, to: "site-one/new.txt")
    try registry.folder.write("other".utf8, to: "site-one/index.html")
    try registry.publish(registry.folder.path("site-one"), "1.1.0")
    let outcome = try registry.relctl("release", "diff", "production", "1.0.0", "1.1.0")
    #expect(
      outcome.output == """
        CHANGE   FILE        OLD SIZE  NEW SIZE
        added    new.txt               3 B
        changed  index.html  25 B      5 B

        1 file is the same in both.

        """)
  }
}
