import Foundation
import HTTPClient
import ReleaseTesting
import Testing

/// What a create can get wrong: a coded error for each field, all at once, and nothing changed.
@Suite struct ReleaseInputTests {
  struct Case: @unchecked Sendable, CustomTestStringConvertible {
    let field: String
    // `Any` holds plain JSON values here, which nobody changes.
    let value: Any
    let code: String
    /// What the detail must say.
    var hint = ""

    var testDescription: String { "\(field): \("\(value)".prefix(80))" }
  }

  @Test(arguments: [
    Case(field: "releaseVersion", value: "4.5", code: "invalid_version", hint: "4.5.0"),
    Case(field: "releaseVersion", value: "v4.5.0", code: "invalid_version", hint: "4.5.0"),
    Case(field: "releaseVersion", value: "04.5.0", code: "invalid_version"),
    Case(field: "releaseVersion", value: "1.2.3.4", code: "invalid_version"),
    Case(field: "releaseVersion", value: "", code: "invalid_version"),
    Case(field: "releaseVersion", value: 45, code: "invalid_request", hint: "text"),
    Case(field: "releaseVersion", value: NSNull(), code: "missing_field"),
    Case(
      field: "artifactSha256", value: "ABCDEF" + String(repeating: "0", count: 58), code: "invalid_digest"),
    Case(
      field: "artifactSha256", value: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", code: "invalid_digest"),
    Case(field: "wrapperRange", value: "banana", code: "invalid_range"),
    Case(field: "wrapperRange", value: "", code: "missing_range", hint: "*"),
    Case(field: "wrapperRange", value: ">2.0.0 <1.0.0", code: "unsatisfiable_range"),
    Case(field: "apiContractRange", value: "   ", code: "missing_range"),
    Case(field: "apiContractRange", value: "<0.0.0-0", code: "unsatisfiable_range"),
    Case(field: "rolloutBasisPoints", value: 10_001, code: "invalid_rollout"),
    Case(field: "rolloutBasisPoints", value: -1, code: "invalid_rollout"),
    Case(field: "rolloutBasisPoints", value: 0.5, code: "invalid_request", hint: "whole number"),
    Case(field: "rolloutBasisPoints", value: true, code: "invalid_request"),
    Case(field: "notes", value: String(repeating: "n", count: 16_385), code: "invalid_notes", hint: "16384"),
    Case(field: "notes", value: "a\u{1b}[31mb", code: "invalid_notes", hint: "control characters"),
    Case(field: "notes", value: "a\u{85}b", code: "invalid_notes"),
    Case(field: "notes", value: ["a"], code: "invalid_request"),
    Case(field: "colour", value: "red", code: "unknown_field", hint: "wrapperRange"),
  ])
  func `is refused with a code that names the field, and changes nothing`(row: Case) throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact()
    let auditCount = try registry.auditCount()
    let answer = try registry.draft("2.14.0", artifact: artifact, [row.field: row.value])
    #expect(answer.status == 400)
    #expect(answer.errors == ["\(row.field): \(row.code)"], "\(answer.text)")
    #expect(row.hint.isEmpty || answer.detail.contains(row.hint), "\(answer.detail)")
    #expect(answer.fields["Content-Type"] == "application/problem+json")
    #expect(try registry.auditCount() == auditCount)
    #expect(try registry.admin(.get, "/channels/production/releases").list?.isEmpty == true)
  }

  @Test(arguments: ["pause", "promote"])
  func `a reason is text of up to 1,000 characters`(verb: String) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0", ["notes": "first line\n\tsecond line\r\n"])
    for reason in [String(repeating: "r", count: 1_001), "bell \u{7}", "null \u{0}"] {
      let answer = try registry.transition(
        verb, "2.14.0",
        ["reason": reason, "channel": "beta"].filter {
          verb == "promote" || $0.key == "reason"
        })
      #expect(answer.status == 400)
      #expect(answer.errors == ["reason: invalid_reason"], "\(answer.text)")
    }
    #expect(try registry.transition("pause", "2.14.0", ["reason": "why\nand how"]).status == 200)
  }

  @Test func `everything that is wrong is reported at once`() throws {
    let registry = try TestRegistry()
    let answer = try registry.admin(
      .post, "/channels/production/releases",
      [
        "releaseVersion": "4.5", "wrapperRange": "", "apiContractRange": ">2 <1",
        "rolloutBasisPoints": 10_001,
      ])
    #expect(answer.status == 400)
    #expect(answer.code == "invalid_request")
    #expect(
      Set(answer.errors) == [
        "releaseVersion: invalid_version", "artifactSha256: missing_field", "wrapperRange: missing_range",
        "apiContractRange: unsatisfiable_range", "rolloutBasisPoints: invalid_rollout",
      ])
  }

  @Test(arguments: ["", "[]", "null", "{", "{\"a\":1}x", "\u{feff}{}", "{\"releaseVersion\":\"\\ud800\"}"])
  func `a body that is no JSON object is refused`(text: String) throws {
    let registry = try TestRegistry()
    let answer = try registry.call(
      .post, "/admin/v1/channels/production/releases", token: registry.superAdmin, body: Array(text.utf8))
    #expect(answer.status == 400)
    #expect(["invalid_json", "invalid_request"].contains(answer.code), "\(answer.text)")
  }

  @Test(arguments: [
    "/channels/production/releases", "/channels/production/releases/simulate", "/policies", "/tokens",
  ])
  func `a member that is there twice is refused`(path: String) throws {
    let registry = try TestRegistry()
    let answer = try registry.call(
      .post, "/admin/v1\(path)", token: registry.superAdmin,
      body: Array(#"{"releaseVersion":"1.0.0","releaseVersion":"2.0.0"}"#.utf8))
    #expect(answer.status == 400 && answer.code == "duplicate_field", "\(answer.text)")
    #expect(answer.text.contains("'releaseVersion' twice"), "\(answer.text)")
  }

  @Test func `a body of another type, or one that is too large, is refused`() throws {
    let registry = try TestRegistry()
    let path = "/admin/v1/channels/production/releases"
    let form = try registry.call(
      .post, path, token: registry.superAdmin, body: Array("a=b".utf8),
      fields: ["Content-Type": "application/x-www-form-urlencoded"])
    #expect(form.status == 415)
    #expect(form.code == "unsupported_media_type")
    let large = try registry.call(
      .post, path, token: registry.superAdmin, body: Array(repeating: 0x20, count: (1 << 20) + 1))
    #expect(large.status == 413)
    #expect(large.code == "body_too_large")
  }

  @Test(arguments: ["1.70", "pause", "Root", "a b", "-a", "v2", "x", String(repeating: "c", count: 65)])
  func `a channel that would be taken for something else is refused at creation`(channel: String) throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact()
    let escaped = channel.replacing(" ", with: "%20")
    let answer = try registry.draft("2.14.0", channel: escaped, artifact: artifact)
    #expect(answer.status == 400)
    #expect(answer.errors == ["channel: invalid_channel"])
  }

  @Test(arguments: [
    "?limit=0", "?limit=201", "?limit=1e2", "?limit=", "?limit=1&limit=2", "?cursor=x", "?colour=red",
  ])
  func `admin routes read their parameters strictly`(query: String) throws {
    let registry = try TestRegistry()
    let answer = try registry.admin(.get, "/channels/production/releases\(query)")
    #expect(answer.status == 400)
    let codes = [
      "?limit=1&limit=2": "limit: duplicate_parameter", "?cursor=x": "cursor: invalid_cursor",
      "?colour=red": "colour: unknown_parameter",
    ]
    #expect(answer.errors == [codes[query] ?? "limit: invalid_parameter"])
  }
}
