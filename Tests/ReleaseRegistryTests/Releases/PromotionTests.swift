import HTTPClient
import ReleaseTesting
import Testing

@Suite struct PromotionTests {
  @Test func `promotion drops no range and keeps no wrong one: both are equal to those of the source`() throws
  {
    let registry = try TestRegistry()
    let gates = ["wrapperRange": ">= 4.2.0 <6.0.0 || 7.x", "apiContractRange": "~3.1"]
    try registry.publish("2.14.0", channel: "beta", gates)
    let answer = try Self.promote(registry)
    #expect(answer.status == 201)
    let source = try registry.release("2.14.0", channel: "beta")
    let target = try registry.release("2.14.0")
    for field in ["artifactSha256", "entryFile", "wrapperRange", "apiContractRange", "notes"] {
      #expect(target[field] as? String == source[field] as? String, "\(field)")
    }
    #expect(target["state"] as? String == "published")
    #expect(target["sequence"] as? Int == 2)
    #expect(target["revision"] as? Int == 1)
    #expect(try registry.latest("4.5.0").data?["wrapperRange"] as? String == gates["wrapperRange"])
  }

  @Test func `promoting twice makes no duplicate`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0", channel: "beta")
    let first = try Self.promote(registry)
    let auditCount = try registry.auditCount()
    let second = try Self.promote(registry)
    #expect([first.status, second.status] == [201, 200])
    #expect(second.data?["sequence"] as? Int == first.data?["sequence"] as? Int)
    #expect(try registry.admin(.get, "/channels/production/releases").list?.count == 1)
    #expect(try registry.auditCount() == auditCount)
  }

  @Test func `a range that is named is changed, and the other one is copied`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0", channel: "beta")
    #expect(try Self.promote(registry, ["wrapperRange": ">=5.0.0 <6.0.0"]).status == 201)
    let target = try registry.release("2.14.0")
    #expect(target["wrapperRange"] as? String == ">=5.0.0 <6.0.0")
    #expect(target["apiContractRange"] as? String == "^3.1.0")
    let other = try Self.promote(registry, ["wrapperRange": "*"])
    #expect(other.status == 409)
    #expect(other.code == "release_exists")
  }

  @Test func `only what devices were offered can be promoted, and only elsewhere`() throws {
    let registry = try TestRegistry()
    #expect(try registry.draft("2.14.0", channel: "beta").status == 201)
    #expect(try Self.promote(registry).code == "invalid_transition")
    try registry.transition("publish", "2.14.0", channel: "beta")
    #expect(try Self.promote(registry, ["channel": "beta"]).errors == ["channel: invalid_channel"])
    #expect(try Self.promote(registry, ["channel": "1.70"]).errors == ["channel: invalid_channel"])
    try registry.transition("retire", "2.14.0", channel: "beta")
    #expect(try Self.promote(registry).code == "invalid_transition")
    #expect(try registry.latest("4.5.0").status == 404)
  }

  @Test func `damaged bytes are not promoted`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0", channel: "beta")
    try registry.damageOnlyArtifact()
    let answer = try Self.promote(registry)
    #expect(answer.status == 409)
    #expect(answer.code == "artifact_damaged")
  }

  private static func promote(_ registry: TestRegistry, _ body: [String: Any] = [:]) throws -> TestAnswer {
    try registry.admin(
      .post, "/channels/beta/releases/2.14.0/promote", ["channel": "production"].merging(body) { $1 })
  }
}
