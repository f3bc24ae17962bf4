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

  @Test func `no version number reused after delete under an immutable URL`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0", artifact: registry.artifact("one"))
    let url = try #require(try registry.latest("4.5.0").data?["zipUrl"] as? String)
    let path = try WebAddress(parsing: url).path
    let bytes = try registry.get(path).body
    let release = "/channels/production/releases/2.14.0"
    for state in ["published", "paused", "retired"] {
      if state == "paused" { try registry.transition("pause", "2.14.0") }
      if state == "retired" { try registry.transition("retire", "2.14.0") }
      let deletion = try registry.admin(.delete, release)
      #expect(deletion.status == 409, "\(state)")
      #expect(deletion.code == "invalid_transition", "\(state)")
      #expect(try registry.draft("2.14.0", artifact: registry.artifact("two")).code == "release_exists")
      let served = try registry.get(path)
      #expect(state == "retired" ? served.status == 404 : served.body == bytes, "gone, or the same for ever")
    }
    #expect(try registry.release("2.14.0")["state"] as? String == "retired")
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

  @Test(arguments: [
    ("2.14.0-RC.1", "2.14.0-rc.1", "production"), ("2.14.0-rc.1", "2.14.0-RC.1", "beta"),
    ("2.14.0+Linux", "2.14.0+linux", "production"), ("2.14.0-a.B+C", "2.14.0-A.b+c", "beta"),
  ])
  func `a version that differs from a published one in letter case only is refused, whatever its bytes`(
    first: String, second: String, channel: String
  ) throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact("one")
    #expect(try registry.draft(first, artifact: artifact).status == 201)
    #expect(try registry.transition("publish", Self.inPath(first)).status == 200)
    let auditCount = try registry.auditCount()
    for bytes in [artifact, try registry.artifact("two")] {
      let refused = try registry.draft(second, channel: channel, artifact: bytes)
      #expect(refused.status == 409, "\(refused.text)")
      #expect(refused.code == "version_conflict")
      #expect(
        refused.detail.contains(
          "'\(second)' differs from the published '\(first)' only in upper and lower case"))
      #expect(refused.detail.contains("not every device can store both"))
    }
    #expect(try registry.auditCount() == auditCount + 1, "only the second upload")
    let promoted = try registry.admin(
      .post, "/channels/production/releases/\(Self.inPath(first))/promote", ["channel": "beta"])
    #expect(promoted.status == 201, "the same text on another channel: \(promoted.text)")
  }

  @Test func `of two drafts that differ in letter case only, only the first is published`() throws {
    let registry = try TestRegistry()
    #expect(try registry.draft("2.14.0-RC").status == 201)
    #expect(try registry.draft("2.14.0-rc").status == 201)
    #expect(try registry.transition("publish", "2.14.0-rc").status == 200)
    let second = try registry.transition("publish", "2.14.0-RC")
    #expect(second.status == 409)
    #expect(second.code == "version_conflict")
    #expect(try registry.release("2.14.0-RC")["state"] as? String == "draft")
  }

  /// A version as a part of a path.
  private static func inPath(_ version: String) -> String { version.replacing("+", with: "%2B") }
}
