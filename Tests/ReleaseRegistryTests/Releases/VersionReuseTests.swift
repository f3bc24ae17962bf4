import HTTPClient
import ReleaseTesting
import Testing

/// A version that was published stands for its bytes for ever, on every channel.
@Suite struct VersionReuseTests {
  @Test(arguments: ["published", "paused", "retired"])
  func `a version that was published is refused for other bytes on every channel`(state: String) throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact("one")
    try registry.publish("2.14.0", artifact: artifact)
    if state == "paused" { try registry.transition("pause", "2.14.0") }
    if state == "retired" { try registry.transition("retire", "2.14.0") }
    let other = try registry.artifact("two")
    let auditCount = try registry.auditCount()

    let elsewhere = try registry.draft("2.14.0", channel: "beta", artifact: other)
    #expect(elsewhere.status == 409)
    #expect(elsewhere.code == "version_conflict")
    #expect(elsewhere.detail.contains(artifact), "names the bytes that have the version")
    let here = try registry.draft("2.14.0", artifact: other)
    #expect(here.status == 409)
    #expect(here.code == "release_exists")
    #expect(try registry.auditCount() == auditCount)
    #expect(try registry.draft("2.14.0", channel: "beta", artifact: artifact).status == 201)
  }

  @Test func `of two drafts with one version and other bytes, only the first is published`() throws {
    let registry = try TestRegistry()
    #expect(try registry.draft("2.14.0", artifact: registry.artifact("one")).status == 201)
    let other = try registry.artifact("two")
    #expect(try registry.draft("2.14.0", channel: "beta", artifact: other).status == 201)
    #expect(try registry.transition("publish", "2.14.0").status == 200)
    let second = try registry.transition("publish", "2.14.0", channel: "beta")
    #expect(second.status == 409)
    #expect(second.code == "version_conflict")
    #expect(try registry.release("2.14.0", channel: "beta")["state"] as? String == "draft")
    #expect(try registry.latest("4.5.0", channel: "beta").status == 404)
  }

  @Test func `a draft cannot be changed to bytes that another version's promise forbids`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0", artifact: registry.artifact("one"))
    let same = try registry.artifact("one")
    #expect(try registry.draft("2.14.0", channel: "beta", artifact: same).status == 201)
    let edit = try registry.admin(
      .patch, "/channels/beta/releases/2.14.0", ["artifactSha256": registry.artifact("two")],
      fields: ["If-Match": "\"1\""])
    #expect(edit.code == "version_conflict")
  }

  @Test func `build metadata makes another version`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0+one", artifact: registry.artifact("one"))
    try registry.publish("2.14.0+two", artifact: registry.artifact("two"))
    #expect(try registry.latest("4.5.0").data?["releaseVersion"] as? String == "2.14.0+two")
  }
}
