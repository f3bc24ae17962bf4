import HTTPClient
import ReleaseTesting
import Testing

@Suite struct EditingTests {
  private static let path = "/channels/production/releases/2.14.0"

  @Test func `any field of a draft can be changed, and the revision counts`() throws {
    let registry = try TestRegistry()
    #expect(try registry.draft("2.14.0").fields["ETag"] == "\"1\"")
    let other = try registry.artifact("other bytes")
    let change: [String: Any] = [
      "artifactSha256": other, "entryFile": "start.HTM", "wrapperRange": ">=5.0.0 <6.0.0",
      "apiContractRange": ">=3.0.0 <4.0.0", "notes": "better", "rolloutBasisPoints": 250,
    ]
    let answer = try Self.edit(registry, change, revision: 1)
    #expect(answer.status == 200)
    #expect(answer.fields["ETag"] == "\"2\"")
    let release = try registry.release("2.14.0")
    for (field, value) in change { #expect("\(release[field] ?? "")" == "\(value)", "\(field)") }
  }

  @Test func `of a published release only notes and rollout can be changed`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    #expect(try Self.edit(registry, ["notes": "safe", "rolloutBasisPoints": 0], revision: 2).status == 200)
    #expect(try registry.latest("4.5.0").reason == "outside_rollout")
    let frozen: [(String, Any)] = [
      ("entryFile", "start.HTM"), ("wrapperRange", "*"), ("apiContractRange", "*"),
      ("artifactSha256", try registry.artifact("other")),
    ]
    for (field, value) in frozen {
      let answer = try Self.edit(registry, [field: value], revision: 3)
      #expect(answer.status == 409, "\(field)")
      #expect(answer.code == "invalid_transition", "\(field)")
    }
    try registry.transition("retire", "2.14.0")
    #expect(try Self.edit(registry, ["notes": "late"], revision: 4).code == "invalid_transition")
  }

  @Test func `the version and unknown fields cannot be changed`() throws {
    let registry = try TestRegistry()
    #expect(try registry.draft("2.14.0").status == 201)
    let answer = try Self.edit(registry, ["releaseVersion": "2.15.0", "colour": "red"], revision: 1)
    #expect(answer.status == 400)
    #expect(answer.errors == ["colour: unknown_field", "releaseVersion: unknown_field"])
  }

  @Test(
    arguments: [
      (nil, 428, "precondition_required"),
      ("\"7\"", 412, "stale_revision"),
      ("1", 412, "stale_revision"), ("W/\"1\"", 412, "stale_revision"), ("\"01\"", 412, "stale_revision"),
    ] as [(String?, Int, String)])
  func `a change needs the current revision`(revision: String?, status: Int, code: String) throws {
    let registry = try TestRegistry()
    #expect(try registry.draft("2.14.0").status == 201)
    let answer = try registry.admin(
      .patch, Self.path, ["notes": "lost"], fields: revision.map { ["If-Match": $0] } ?? [:])
    #expect(answer.status == status)
    #expect(answer.code == code)
    #expect(try registry.release("2.14.0")["notes"] as? String == "")
  }

  @Test func `an asterisk matches whatever revision a record has, where there is one`() throws {
    let registry = try TestRegistry()
    let any: HTTPFields = ["If-Match": "*"]
    let absent = try registry.admin(.patch, Self.path, ["notes": "mine"], fields: any)
    #expect(absent.code == "release_not_found")
    #expect(try registry.draft("2.14.0").status == 201)
    for (notes, tag) in [("mine", "\"2\""), ("mine again", "\"3\"")] {
      let changed = try registry.admin(.patch, Self.path, ["notes": notes], fields: any)
      #expect(changed.status == 200, "\(changed.text)")
      #expect(changed.fields["ETag"] == tag)
      #expect(try registry.release("2.14.0")["notes"] as? String == notes)
    }
    let id = try registry.policy(minimum: "1.0.0", latest: "2.0.0")
    #expect(try registry.admin(.patch, "/policies/\(id)", ["message": "m"], fields: any).status == 200)
  }

  @Test(arguments: ["publish", "pause", "delete"])
  func `a stale revision stops a transition too`(verb: String) throws {
    let registry = try TestRegistry()
    #expect(try registry.draft("2.14.0").status == 201)
    if verb == "pause" { try registry.transition("publish", "2.14.0") }
    let before = try registry.release("2.14.0")["state"] as? String
    let answer =
      verb == "delete"
      ? try registry.admin(.delete, Self.path, fields: ["If-Match": "\"9\""])
      : try registry.transition(verb, "2.14.0", fields: ["If-Match": "\"9\""])
    #expect(answer.status == 412)
    #expect(answer.code == "stale_revision")
    #expect(try registry.release("2.14.0")["state"] as? String == before)
  }

  @Test func `of two changes at once with one revision, one is refused`() async throws {
    let registry = try TestRegistry()
    #expect(try registry.draft("2.14.0").status == 201)
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask { try Self.edit(registry, ["notes": "note \(number)"], revision: 1).status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 200 }.count == 1)
    #expect(statuses.filter { $0 == 412 }.count == 7)
    #expect(try registry.release("2.14.0")["revision"] as? Int == 2)
  }

  private static func edit(
    _ registry: TestRegistry, _ change: [String: Any], revision: Int
  ) throws -> TestAnswer {
    try registry.admin(.patch, path, change, fields: ["If-Match": "\"\(revision)\""])
  }
}
