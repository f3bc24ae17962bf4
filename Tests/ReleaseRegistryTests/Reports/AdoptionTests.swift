import Foundation
import HTTPClient
import Testing

/// `GET /admin/v1/channels/{channel}/adoption`
@Suite struct AdoptionTests {
  private static func releases(_ registry: TestRegistry, _ query: String = "") throws -> [[String: Any]] {
    let answer = try registry.admin(.get, "/channels/production/adoption\(query)")
    return try #require(answer.data?["releases"] as? [[String: Any]])
  }

  @Test func `counts by release, wrapper and platform, with why it failed and from when`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.13.0")
    try registry.publish("2.14.0")
    try registry.report("2.14.0", ["occurredAt": "2026-07-21T08:00:00Z"])
    try registry.report("2.14.0", ["outcome": "confirmed"])
    let failed: [String: Any?] = ["outcome": "failed", "stage": "verification", "code": "hash_mismatch"]
    for _ in 0..<3 { try registry.report("2.14.0", failed) }
    try registry.report("2.14.0", ["outcome": "failed", "stage": "space", "code": "not_enough_space"])
    try registry.report("2.14.0", ["outcome": "rolledBack", "code": "ready_timeout"])
    try registry.report("2.14.0", ["outcome": "failed", "platform": "android"])
    try registry.report("2.14.0", ["wrapperVersion": "4.6.0"])
    try registry.report("2.13.0")

    let releases = try Self.releases(registry)
    #expect(
      releases.compactMap { $0["releaseVersion"] as? String } == ["2.14.0", "2.13.0"], "the newest first")
    let newest = try #require(releases.first)
    #expect(TestRegistry.counts(newest) == "2 1 1 5")
    #expect(newest["state"] as? String == "published")
    #expect(newest["wrapperCount"] as? Int == 3)
    let wrappers = try #require(newest["wrappers"] as? [[String: Any]])
    #expect(
      wrappers.map { "\($0["wrapperVersion"] ?? "") \($0["platform"] ?? "") \(TestRegistry.counts($0))" } == [
        "4.5.0 ios 1 1 1 4", "4.5.0 android 0 0 0 1", "4.6.0 ios 1 0 0 0",
      ])
    let reasons = try #require(wrappers.first?["reasons"] as? [[String: Any]])
    #expect(
      reasons.map { reason in
        ["outcome", "stage", "code", "count"].map { "\(reason[$0] ?? "-")" }.joined(separator: " ")
      } == [
        "failed verification hash_mismatch 3", "failed space not_enough_space 1",
        "rolledBack - ready_timeout 1",
      ])
    let reports = try #require(wrappers.first?["reports"] as? [String: Any])
    #expect(reports["firstSeenAt"] as? String == "2026-07-21T08:00:00Z")
    #expect(reports["lastSeenAt"] as? String == "2026-07-21T10:00:00Z")
  }

  @Test func `shows one release when it is named, and nothing of a channel without reports`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.13.0")
    try registry.publish("2.14.0")
    try registry.report("2.13.0")
    try registry.report("2.14.0")
    let one = try Self.releases(registry, "?releaseVersion=2.13.0")
    #expect(one.compactMap { $0["releaseVersion"] as? String } == ["2.13.0"])
    #expect(try registry.adoption(of: "nowhere") == [])
    let unknown = try registry.admin(.get, "/channels/production/adoption?releaseVersion=9.9.9")
    #expect(unknown.code == "release_not_found")
    let malformed = try registry.admin(.get, "/channels/production/adoption?releaseVersion=2.14")
    #expect(malformed.errors == ["releaseVersion: invalid_version"])
  }

  @Test func `shows the newest 50 releases, and says that there are more`() throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact()
    for number in 0...50 {
      try registry.publish("1.\(number).0", artifact: artifact)
      #expect(try registry.report("1.\(number).0").status == 202)
      let answer = try registry.admin(.get, "/channels/production/adoption")
      #expect(answer.data?["truncated"] as? Bool == (number == 50))
    }
    #expect(try registry.adoption().last == "1.1.0: 1 0 0 0")
  }

  @Test func `shows the 100 wrappers with the most reports, and how many there are`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    for number in 0...100 { try registry.report("2.14.0", ["wrapperVersion": "4.0.\(number)"]) }
    try registry.report("2.14.0", ["wrapperVersion": "4.0.100"])
    let release = try #require(try Self.releases(registry).first)
    #expect(release["wrapperCount"] as? Int == 101)
    let wrappers = try #require(release["wrappers"] as? [[String: Any]])
    #expect(wrappers.count == 100)
    #expect(wrappers.first?["wrapperVersion"] as? String == "4.0.100")
    #expect(TestRegistry.counts(release) == "102 0 0 0")
  }

  @Test func `shows the five most frequent reasons of a wrapper`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    for number in 0..<7 {
      for _ in 0...number { try registry.report("2.14.0", ["outcome": "failed", "code": "code\(number)"]) }
    }
    let wrappers = try #require(try Self.releases(registry).first?["wrappers"] as? [[String: Any]])
    let reasons = try #require(wrappers.first?["reasons"] as? [[String: Any]])
    #expect(reasons.compactMap { $0["code"] as? String } == ["code6", "code5", "code4", "code3", "code2"])
  }
}
