import HTTPClient
import ReleaseTesting
import Testing

@Suite struct LifecycleTests {
  /// What may be done with a release in a state: the status of each request, in this order.
  struct Row: Sendable, CustomTestStringConvertible {
    let state: String
    let statuses: [Int]

    var testDescription: String { state }

    static let verbs = ["publish", "pause", "resume", "retire", "delete"]
  }

  @Test(arguments: [
    Row(state: "draft", statuses: [200, 409, 409, 409, 204]),
    Row(state: "published", statuses: [200, 200, 200, 200, 409]),
    Row(state: "paused", statuses: [409, 200, 200, 200, 409]),
    Row(state: "retired", statuses: [409, 409, 409, 200, 409]),
  ])
  func `a release moves only as its state allows`(row: Row) throws {
    let registry = try TestRegistry()
    for (verb, status) in zip(Row.verbs, row.statuses) {
      let version = "2.\(Row.verbs.firstIndex(of: verb) ?? 0).0"
      try Self.bring(version, to: row.state, registry)
      let before = try registry.release(version)
      let auditCount = try registry.auditCount()
      let answer = try Self.ask(verb, version, registry)
      #expect(answer.status == status, "\(verb): \(answer.text)")
      guard status == 409 else { continue }
      #expect(answer.code == "invalid_transition")
      #expect(answer.detail.contains("is \(row.state)"), "\(answer.detail)")
      #expect(try registry.release(version)["revision"] as? Int == before["revision"] as? Int)
      #expect(try registry.auditCount() == auditCount)
    }
  }

  @Test func `a refused transition says what is possible`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    try registry.transition("pause", "2.14.0")
    let answer = try registry.transition("publish", "2.14.0")
    #expect(answer.detail.contains("possible now: resume, retire"), "\(answer.detail)")
  }

  @Test(arguments: ["publish", "pause", "resume", "retire"])
  func `repeating a transition that is already true changes nothing`(verb: String) throws {
    let registry = try TestRegistry()
    try Self.bring("2.14.0", to: verb == "resume" ? "paused" : "draft", registry)
    if verb == "pause" || verb == "retire" { try registry.transition("publish", "2.14.0") }
    let first = try registry.transition(verb, "2.14.0", verb == "publish" ? [:] : ["reason": "first"])
    let auditCount = try registry.auditCount()
    registry.clock.advance(bySeconds: 60)
    let second = try registry.transition(verb, "2.14.0", ["reason": "second"])
    #expect(first.status == 200)
    #expect(second.status == 200)
    #expect(second.data?["revision"] as? Int == first.data?["revision"] as? Int)
    #expect(second.data?["stateReason"] as? String == first.data?["stateReason"] as? String)
    #expect(try registry.auditCount() == auditCount)
  }

  @Test func `sequence is registry-wide and rises, and resume keeps it and the moment`() throws {
    let registry = try TestRegistry()
    let first = try registry.publish("2.13.0").data
    registry.clock.advance(bySeconds: 5)
    let second = try registry.publish("2.14.0", channel: "beta").data
    #expect(first?["sequence"] as? Int == 1)
    #expect(second?["sequence"] as? Int == 2)
    registry.clock.advance(bySeconds: 5)
    try registry.transition("pause", "2.13.0", ["reason": "crashes"])
    #expect(try registry.release("2.13.0")["stateReason"] as? String == "crashes")
    let resumed = try registry.transition("resume", "2.13.0").data
    #expect(resumed?["sequence"] as? Int == 1)
    #expect(resumed?["publishedAt"] as? String == first?["publishedAt"] as? String)
    #expect(resumed?["stateReason"] == nil, "the reason of the pause is over")
  }

  @Test func `a clock that was set back does not hide a newer release`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.13.0")
    registry.clock.advance(bySeconds: -86_400)
    try registry.publish("2.14.0")
    #expect(try registry.latest("4.5.0").data?["releaseVersion"] as? String == "2.14.0")
  }

  @Test func `a draft is not offered, can be deleted, and its version used again`() throws {
    let registry = try TestRegistry()
    #expect(try registry.draft("2.14.0").status == 201)
    #expect(try registry.latest("4.5.0").reason == "no_published_release")
    #expect(try registry.admin(.delete, "/channels/production/releases/2.14.0").status == 204)
    #expect(try registry.admin(.get, "/channels/production/releases/2.14.0").code == "release_not_found")
    let other = try registry.artifact("other bytes")
    try registry.publish("2.14.0", artifact: other)
    #expect(try registry.latest("4.5.0").data?["sha256"] as? String == other)
  }

  @Test func `a retired release is gone for devices and stays for people`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.13.0")
    try registry.publish("2.14.0")
    try registry.transition("retire", "2.14.0")
    #expect(try registry.latest("4.5.0").data?["releaseVersion"] as? String == "2.13.0")
    #expect(try registry.release("2.14.0")["state"] as? String == "retired")
  }

  private static func bring(_ version: String, to state: String, _ registry: TestRegistry) throws {
    let draft = try registry.draft(version)
    guard draft.status == 201 else { throw UnexpectedAnswer(draft) }
    let verbs = ["draft": [], "published": ["publish"], "paused": ["publish", "pause"]]
    for verb in verbs[state] ?? ["publish", "retire"] {
      let answer = try registry.transition(verb, version)
      guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
    }
  }

  private static func ask(_ verb: String, _ version: String, _ registry: TestRegistry) throws -> TestAnswer {
    guard verb == "delete" else { return try registry.transition(verb, version) }
    return try registry.admin(.delete, "/channels/production/releases/\(version)")
  }
}
