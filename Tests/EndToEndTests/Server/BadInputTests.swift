import Glibc
import ReleaseBundle
import ReleaseTesting
import Testing

/// What a person can get wrong: a code, an exit status, and nothing changed.
@Suite struct BadInputTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let options: [String: String]
    let code: String
    let status: Int32

    var testDescription: String { "\(options) → \(code)" }
  }

  private static let good = [
    "--channel": "production", "--version": "1.0.0", "--wrapper-range": "^4.0.0",
    "--api-contract-range": "^3.0.0",
  ]

  @Test(arguments: [
    Case(options: ["--version": "4.5"], code: "invalid_version", status: 2),
    Case(options: ["--version": "v4.5.0"], code: "invalid_version", status: 2),
    Case(options: ["--version": "04.5.0"], code: "invalid_version", status: 2),
    Case(options: ["--version": ""], code: "invalid_version", status: 2),
    Case(options: ["--version": "1.2.3.4"], code: "invalid_version", status: 2),
    Case(options: ["--wrapper-range": ">2.0.0 <1.0.0"], code: "unsatisfiable_range", status: 2),
    Case(options: ["--wrapper-range": ""], code: "missing_range", status: 2),
    Case(options: ["--api-contract-range": "banana"], code: "invalid_range", status: 2),
    Case(options: ["--channel": "1.70"], code: "invalid_channel", status: 2),
    Case(options: ["--channel": "pause"], code: "invalid_channel", status: 2),
    Case(options: ["--rollout": "10001"], code: "invalid_value", status: 2),
    Case(options: ["--entry-file": "Index.html"], code: "invalid_entry_file", status: 5),
    Case(options: ["--entry-file": "assets/app.js"], code: "entry_file_not_html", status: 5),
  ])
  func `refuses to publish`(_ bad: Case) throws {
    let registry = try RunningRegistry()
    let options = Self.good.merging(bad.options) { $1 }.flatMap { [$0.key, $0.value] }
    let outcome = try registry.relctl(["release", "publish", try registry.site("one")] + options)
    #expect(outcome.error.contains("(\(bad.code))\n"), "\(outcome)")
    #expect(outcome.status == bad.status, "\(outcome)")
    let releases = try registry.relctl("release", "list", "production")
    #expect(releases.output == "There are no releases on 'production'.\n")
    #expect(try registry.folder.names(in: "data/artifacts").isEmpty)
  }

  @Test func `refuses what is not a bundle, with every finding`() throws {
    let registry = try RunningRegistry()
    let text = try registry.folder.write("<html>Service unavailable</html>".utf8, to: "error.zip")
    let outcome = try registry.publish(text, "1.0.0")
    #expect(outcome.error.contains("(bundle_rejected)\n"), "\(outcome)")
    #expect(
      outcome.error.contains("(not_a_zip)") || outcome.error.contains("(missing_end_record)"), "\(outcome)")
    #expect(outcome.status == 5)

    var builder = ZipBuilder()
    for name in ["../evil.js", "A.js", "a.js"] { builder.add(name) }
    let hostile = try registry.folder.write(builder.bytes(), to: "hostile.zip")
    let inspected = try Relctl.run(["release", "inspect", hostile, "--output", "json"])
    let json = try JSON(inspected.output)
    #expect(json["accepted"] == .bool(false))
    #expect(json["tree"] == .null)
    #expect((json["findings"]?.elements.count ?? 0) >= 2)
    #expect(inspected.status == 5)

    let missing = try registry.publish(registry.folder.path("nowhere.zip"), "1.0.0")
    #expect(missing.error.contains("(not_found)\n"), "\(missing)")
    #expect(missing.status == 1)
    let empty = registry.folder.path("empty")
    mkdir(empty, 0o755)
    #expect(try registry.publish(empty, "1.0.0").status == 5)
  }

  @Test func `refuses transitions that are not allowed`() throws {
    let registry = try RunningRegistry()
    let site = try registry.site("one")
    try registry.publish(site, "1.0.0")
    let reason = ["--reason", "over"]
    #expect(try registry.relctl(["release", "retire", "production", "1.0.0"] + reason).status == 0)
    for command in [
      ["release", "resume", "production", "1.0.0"], ["release", "pause", "production", "1.0.0"] + reason,
      registry.publishing(site, "1.0.0"), ["release", "promote", "production", "1.0.0", "--to", "beta"],
    ] {
      let outcome = try registry.relctl(command)
      #expect(outcome.error.contains("(invalid_transition)\n"), "\(outcome)")
      #expect(outcome.status == 3, "\(outcome)")
    }
    let unknown = try registry.relctl("release", "show", "production", "9.9.9")
    #expect(unknown.error.contains("(release_not_found)\n"), "\(unknown)")
    #expect(unknown.status == 3)
    let withoutReason = try registry.relctl("release", "pause", "production", "1.0.0")
    #expect(withoutReason.error.contains("(missing_argument)\n"), "\(withoutReason)")
    #expect(withoutReason.status == 2)
  }

  @Test func `answers checks with a named reason for a bad version`() throws {
    for version in ["4.5", "v4.5.0", "04.5.0", "", "1.2.3.4"] {
      let outcome = try Relctl.run([
        "check", "web", "--channel", "production", "--wrapper-version", version, "--server",
        "http://127.0.0.1:9",
      ])
      #expect(outcome.error.contains("(invalid_version)\n"), "\(outcome)")
      #expect(outcome.status == 2)
    }
  }
}
