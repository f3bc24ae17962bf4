import HTTPClient
import ReleaseTesting
import Testing

@Suite struct PublishingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let wrapper: String
    let contract: String
    let warnings: [String]

    var testDescription: String { "\(wrapper), \(contract)" }
  }

  @Test(arguments: [
    Case(wrapper: ">=4.0.0-0 <6.0.0", contract: "^3.1.0", warnings: []),
    Case(
      wrapper: "*", contract: "^3.1.0",
      warnings: ["wrapper_range_allows_everything", "prerelease_wrappers_left_out"]),
    Case(wrapper: ">=4.0.0-0", contract: "^3.1.0", warnings: ["wrapper_range_without_upper_bound"]),
    Case(wrapper: ">=4.0.0-0 <6.0.0", contract: "*", warnings: ["api_contract_range_allows_everything"]),
    Case(
      wrapper: ">=4.0.0-0 <6.0.0", contract: ">=3.0.0", warnings: ["api_contract_range_without_upper_bound"]),
    Case(wrapper: ">=4.0.0-0 <6.0.0", contract: "^2.0.0", warnings: ["api_contract_excludes_server"]),
    Case(wrapper: ">=4.0.0 <6.0.0", contract: "^3.1.0", warnings: ["prerelease_wrappers_left_out"]),
  ])
  func `warns of what is allowed but seldom meant, and strict publishing refuses it`(row: Case) throws {
    let registry = try TestRegistry()
    let gates = ["wrapperRange": row.wrapper, "apiContractRange": row.contract]
    #expect(try registry.draft("2.14.0", gates).warnings == row.warnings)
    let auditCount = try registry.auditCount()
    let strict = try registry.transition("publish", "2.14.0", ["strict": true])
    // Nearly every range leaves prereleases out.
    let refused = row.warnings.filter { $0 != "prerelease_wrappers_left_out" }
    if refused.isEmpty {
      #expect(strict.status == 200)
      #expect(strict.warnings == row.warnings)
    } else {
      #expect(strict.status == 409)
      #expect(strict.code == "warnings_refused")
      for warning in refused { #expect(strict.detail.contains(warning)) }
      #expect(try registry.auditCount() == auditCount)
      #expect(try registry.transition("publish", "2.14.0").warnings == row.warnings)
    }
  }

  @Test func `warns of a version that devices will not move down to`() throws {
    let registry = try TestRegistry()
    let gates = ["wrapperRange": ">=4.0.0-0 <5.0.0"]
    try registry.publish("3.0.0", gates)
    #expect(try registry.publish("2.14.0", gates).warnings == ["hidden_behind_newer_release"])
    #expect(try registry.publish("2.15.0", ["wrapperRange": ">=4.0.0-0 <6.0.0"]).warnings == [])
    #expect(try registry.publish("3.1.0", gates).warnings == [])
    try registry.transition("pause", "3.0.0")
    try registry.transition("pause", "3.1.0")
    #expect(try registry.publish("2.16.0", gates).warnings == [])
  }

  @Test func `stored bytes replaced behind the record are noticed at publish`() throws {
    let registry = try TestRegistry()
    #expect(try registry.draft("2.14.0").status == 201)
    try registry.damageOnlyArtifact()
    let answer = try registry.transition("publish", "2.14.0")
    #expect(answer.status == 409)
    #expect(answer.code == "artifact_damaged")
    #expect(try registry.release("2.14.0")["state"] as? String == "draft")
    #expect(try registry.latest("4.5.0").status == 404)

    #expect(try registry.upload(TestRegistry.bundle("2.14.0")).status == 200, "heals the file")
    #expect(try registry.transition("publish", "2.14.0").status == 200)
  }

  @Test(arguments: ["missing.html", "Index.html", "/index.html", "./index.html", "index.html/", ""])
  func `the entry file is a file of the bundle, byte for byte`(entryFile: String) throws {
    let registry = try TestRegistry()
    let answer = try registry.draft("2.14.0", ["entryFile": entryFile])
    #expect(answer.status == 400)
    #expect(answer.errors == ["entryFile: invalid_entry_file"])
    #expect(try registry.admin(.get, "/channels/production/releases").list?.isEmpty == true)
  }

  @Test func `the entry file is an HTML document, by its name`() throws {
    let registry = try TestRegistry()
    let script = try registry.draft("2.14.0", ["entryFile": "app.js"])
    #expect(script.status == 400)
    #expect(script.errors == ["entryFile: entry_file_not_html"])
    #expect(script.detail.contains("'app.js' is no HTML document"), "\(script.detail)")
    #expect(try registry.draft("2.14.0", ["entryFile": "start.HTM"]).status == 201)
    let edit = try registry.admin(
      .patch, "/channels/production/releases/2.14.0", ["entryFile": "app.js"], fields: ["If-Match": "\"1\""])
    #expect(edit.code == "entry_file_not_html")
    #expect(try registry.transition("publish", "2.14.0").status == 200)
  }

  @Test func `an artifact that was never uploaded cannot be released`() throws {
    let registry = try TestRegistry()
    let answer = try registry.draft("2.14.0", artifact: String(repeating: "a", count: 64))
    #expect(answer.status == 404)
    #expect(answer.errors == ["artifactSha256: artifact_not_found"])
  }
}
