import HTTPClient
import ReleaseTesting
import Testing

@Suite struct IdempotencyTests {
  private static let key: HTTPFields = ["Idempotency-Key": "retry-1"]

  @Test func `a create sent again gets the same answer and is done once`() throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact()
    let first = try Self.create(registry, "2.14.0", artifact)
    let auditCount = try registry.auditCount()
    let second = try Self.create(registry, "2.14.0", artifact)
    #expect([first.status, second.status] == [201, 201])
    #expect(second.body == first.body)
    #expect(second.fields["ETag"] == first.fields["ETag"])
    #expect(try registry.auditCount() == auditCount)
    let without = try registry.draft("2.14.0", artifact: artifact)
    #expect(without.code == "release_exists")
  }

  @Test func `the same key with another body is a conflict that changes nothing`() throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact()
    #expect(try Self.create(registry, "2.14.0", artifact).status == 201)
    let other = try Self.create(registry, "2.15.0", artifact)
    #expect(other.status == 409)
    #expect(other.code == "idempotency_conflict")
    let elsewhere = try registry.transition("publish", "2.14.0", fields: Self.key)
    #expect(elsewhere.code == "idempotency_conflict")
    #expect(try registry.admin(.get, "/channels/production/releases").list?.count == 1)
  }

  @Test func `a retry of a transition gets the answer of that time, whatever happened since`() throws {
    let registry = try TestRegistry()
    #expect(try registry.draft("2.14.0").status == 201)
    let first = try registry.transition("publish", "2.14.0", fields: Self.key)
    try registry.transition("pause", "2.14.0")
    let second = try registry.transition("publish", "2.14.0", fields: Self.key)
    #expect(second.body == first.body)
    #expect(try registry.release("2.14.0")["state"] as? String == "paused")
  }

  @Test func `a refusal is not remembered`() throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact()
    let body: [String: Any] = ["entryFile": "missing.html"]
    let refused = try registry.draft("2.14.0", artifact: artifact, body, fields: Self.key)
    #expect(refused.status == 400)
    #expect(try Self.create(registry, "2.14.0", artifact).status == 201)
  }

  @Test func `keys of two tokens have nothing to do with each other`() throws {
    let registry = try TestRegistry()
    let other = try registry.token(role: "super-admin")
    let artifact = try registry.artifact()
    #expect(try Self.create(registry, "2.14.0", artifact).status == 201)
    let answer = try registry.draft("2.15.0", artifact: artifact, token: other, fields: Self.key)
    #expect(answer.status == 201)
  }

  @Test func `is remembered for a day at least, and not for ever`() throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact()
    #expect(try Self.create(registry, "2.14.0", artifact).status == 201)
    registry.clock.advance(bySeconds: 24 * 3_600)
    #expect(try Self.create(registry, "2.14.0", artifact).status == 201)
    registry.clock.advance(bySeconds: 25 * 3_600)
    let another = try registry.draft("2.15.0", artifact: artifact, fields: ["Idempotency-Key": "retry-2"])
    #expect(another.status == 201)
    #expect(try Self.create(registry, "2.14.0", artifact).code == "release_exists")
  }

  @Test func `an upload under a used key must have the same bytes`() throws {
    let registry = try TestRegistry()
    #expect(try registry.upload(TestRegistry.bundle("one"), fields: Self.key).status == 201)
    #expect(try registry.upload(TestRegistry.bundle("one"), fields: Self.key).status == 201)
    let other = try registry.upload(TestRegistry.bundle("two"), fields: Self.key)
    #expect(other.status == 409)
    #expect(other.code == "idempotency_conflict")
    #expect(try registry.folder.names(in: "data/artifacts").count == 1)
    #expect(try registry.folder.names(in: "data/incoming").isEmpty)
  }

  @Test(arguments: ["a b", String(repeating: "k", count: 201), "schl\u{fc}ssel"])
  func `a malformed key is refused`(key: String) throws {
    let registry = try TestRegistry()
    let answer = try registry.draft("2.14.0", fields: ["Idempotency-Key": key])
    #expect(answer.status == 400)
    #expect(answer.code == "invalid_idempotency_key")
  }

  @Test func `of 8 equal creates at once one is done, and all get its answer`() async throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact()
    let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { try Self.create(registry, "2.14.0", artifact).body } }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(bodies.count == 1)
    #expect(try registry.release("2.14.0")["revision"] as? Int == 1)
  }

  private static func create(
    _ registry: TestRegistry, _ version: String, _ artifact: String
  ) throws -> TestAnswer {
    try registry.draft(version, artifact: artifact, fields: key)
  }
}
