import Foundation
import HTTPClient
import Testing

/// `POST /mobile-web/reports`, and what it refuses.
@Suite struct ReportTests {
  @Test(arguments: ["installed", "confirmed", "rolledBack", "failed"])
  func `accepts each outcome, and says so under the same id`(outcome: String) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let body = try registry.reportBody(
      "2.14.0",
      ["outcome": outcome, "stage": "launch", "code": "ready_timeout", "occurredAt": "2026-07-21T09:00:00Z"])
    let answer = try registry.send(report: body)
    #expect(answer.status == 202)
    #expect(answer.data?["accepted"] as? Bool == true)
    #expect(answer.data?["clientMutationId"] as? String == body["clientMutationId"] as? String)
    #expect(answer.fields["Cache-Control"] == "no-store")
    let counts = ["installed", "confirmed", "rolledBack", "failed"].map { $0 == outcome ? "1" : "0" }
    #expect(try registry.adoption() == ["2.14.0: \(counts.joined(separator: " "))"])
  }

  @Test(arguments: [
    ("clientMutationId", nil as String?, "missing_field"), ("clientMutationId", "17", "invalid_mutation_id"),
    ("channel", nil, "missing_field"), ("channel", "no channel", "invalid_channel"),
    ("releaseVersion", nil, "missing_field"), ("releaseVersion", "2.14", "invalid_version"),
    ("releaseSha256", nil, "missing_field"), ("releaseSha256", "abc", "invalid_digest"),
    ("outcome", nil, "missing_field"), ("outcome", "rolled_back", "invalid_outcome"),
    ("stage", "\u{1b}[2J", "invalid_report_name"), ("code", "a code", "invalid_report_name"),
    ("wrapperVersion", nil, "missing_field"), ("wrapperVersion", "4.5", "invalid_wrapper_version"),
    ("platform", nil, "missing_field"), ("platform", "web", "invalid_platform"),
    ("occurredAt", "yesterday", "invalid_occurred_at"),
    ("occurredAt", "2026-02-30T00:00:00Z", "invalid_occurred_at"),
  ])
  func `refuses a field that is wrong, and keeps nothing`(field: String, value: String?, code: String) throws
  {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let answer = try registry.report("2.14.0", [field: value])
    #expect(answer.status == 400)
    #expect(answer.errors == ["\(field): \(code)"])
    #expect(try registry.adoption() == [])
  }

  @Test func `everything that is wrong is said at once`() throws {
    let registry = try TestRegistry()
    let answer = try registry.send(report: Array(#"{"outcome": 3, "stage": {}}"#.utf8))
    #expect(answer.code == "invalid_request")
    #expect(answer.errors.count == 8, "\(answer.errors)")
  }

  @Test(arguments: ["", "{", "[]", "null", "\u{fffe}"])
  func `refuses what is no JSON object, or an empty one`(body: String) throws {
    let answer = try TestRegistry().send(report: Array(body.utf8))
    #expect(answer.status == 400)
    #expect(answer.code == (body.isEmpty ? "invalid_request" : "invalid_json"))
  }

  @Test(arguments: [
    #"{"platform":"ios","platform":"android"}"#, #"{"batteryLevel":0.5,"x":{"a":1,"\u0061":2}}"#,
  ])
  func `refuses a member that is there twice, at any depth`(body: String) throws {
    let answer = try TestRegistry().send(report: Array(body.utf8))
    #expect(answer.status == 400 && answer.code == "duplicate_field", "\(answer.text)")
  }

  @Test func `passes over members of a newer device`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    #expect(try registry.report("2.14.0", ["batteryLevel": 0.5]).status == 202)
  }

  @Test func `a channel that is not there, a version, a draft and other bytes answer alike, byte for byte`()
    throws
  {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    #expect(try registry.draft("2.15.0").status == 201)
    let answers = [
      try registry.report("2.14.0", ["channel": "nowhere"]),
      try registry.report("2.14.0", ["releaseVersion": "9.9.9"]),
      try registry.report("2.15.0"),
      try registry.report("2.14.0", ["releaseSha256": String(repeating: "0", count: 64)]),
    ]
    #expect(answers[0].status == 422)
    #expect(answers[0].code == "unknown_release")
    #expect(Set(answers.map(\.body)).count == 1)
    #expect(try registry.adoption() == [])
  }

  @Test(arguments: ["pause", "retire"])
  func `a release that is not offered any more is still reported of`(verb: String) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    try registry.transition(verb, "2.14.0", ["reason": "bad"])
    #expect(try registry.report("2.14.0", ["outcome": "rolledBack"]).status == 202)
  }

  @Test func `takes 4 KiB and no more, and only JSON`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let small = try JSONSerialization.data(withJSONObject: registry.reportBody("2.14.0"))
    let fitting = Array(small) + Array(repeating: UInt8(ascii: " "), count: 4_096 - small.count)
    #expect(try registry.send(report: fitting).status == 202)
    let tooLong = try registry.send(report: fitting + [UInt8(ascii: " ")])
    #expect(tooLong.status == 413)
    #expect(tooLong.code == "body_too_large")
    let text = try registry.send(report: fitting, fields: ["Content-Type": "text/plain"])
    #expect(text.code == "unsupported_media_type")
  }

  @Test func `what came is counted by channel and outcome, and what became of it`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    try registry.publish("2.14.0", channel: "beta", artifact: try registry.artifact("2.14.0"))
    let body = try registry.reportBody("2.14.0")
    for _ in 0..<3 { #expect(try registry.send(report: body).status == 202) }
    try registry.report("2.14.0", channel: "beta", ["outcome": "failed"])
    try registry.report("2.14.0", ["platform": "web"])
    try registry.report("2.14.0", ["channel": "nowhere"])
    for (name, value) in [
      (#"relctl_reports_total{channel="production",outcome="installed"}"#, 1),
      (#"relctl_reports_total{channel="beta",outcome="failed"}"#, 1),
      (#"relctl_reports_total{channel="beta",outcome="installed"}"#, 0),
      (#"relctl_report_requests_total{result="accepted"}"#, 2),
      (#"relctl_report_requests_total{result="replayed"}"#, 2),
      (#"relctl_report_requests_total{result="refused"}"#, 2), ("relctl_report_commits_total", 2),
    ] {
      #expect(try registry.metric(name) == value, "\(name)")
    }
    #expect(try registry.get("/metrics").text.contains("nowhere") == false)
  }
}
