import Foundation
import HTTPClient
@testable import ReleaseRegistry
import ReleaseTesting
import Testing

@Suite struct AuditTests {
  @Test func `every change leaves one row that says who, what, before, after, when and from where`() throws {
    let registry = try TestRegistry()
    let token = try registry.token(role: "publisher", name: "CI", channels: ["production"])
    #expect(try registry.draft("2.14.0", token: token, fields: ["X-Request-Id": "deploy-17"]).status == 201)
    let row = try #require(try registry.admin(.get, "/audit?limit=1").list?.first)
    let entry = try #require(row["entry"] as? [String: Any])
    let actor = try #require(entry["actor"] as? [String: Any])
    #expect(actor["name"] as? String == "CI")
    #expect(actor["role"] as? String == "publisher")
    #expect((actor["tokenId"] as? String)?.hasPrefix("tok_") == true)
    #expect(entry["action"] as? String == "release.create")
    #expect(entry["subject"] as? String == "production/2.14.0")
    #expect(entry["at"] as? String == "2026-07-21T10:00:00Z")
    #expect(entry["remoteAddress"] as? String == "127.0.0.1")
    #expect(entry["requestId"] as? String == "deploy-17")
    #expect(entry["before"] == nil)
    #expect((entry["after"] as? [String: Any])?["state"] as? String == "draft")
  }

  @Test func `all kinds of changes are noted, in order, and listed page by page`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    try registry.transition("pause", "2.14.0", ["reason": "crashes"])
    try registry.transition("resume", "2.14.0")
    let promoted = try registry.admin(
      .post, "/channels/production/releases/2.14.0/promote", ["channel": "beta"])
    #expect(promoted.status == 201)
    try registry.transition("retire", "2.14.0")
    let id = try registry.policy(minimum: "1.0.0", latest: "2.0.0", ["activate": false])
    #expect(try registry.admin(.post, "/policies/\(id)/activate", [:]).status == 200)
    _ = try registry.token(role: "viewer")
    let expected = [
      "token.create", "policy.activate", "policy.create", "release.retire", "release.promote",
      "release.resume",
      "release.pause", "release.publish", "release.create", "artifact.upload", "registry.init",
    ]
    var actions: [String] = []
    var cursor: String?
    repeat {
      let page = try registry.admin(.get, "/audit?limit=3\(cursor.map { "&cursor=\($0)" } ?? "")")
      actions += (page.list ?? []).compactMap { ($0["entry"] as? [String: Any])?["action"] as? String }
      cursor = page.nextCursor
    } while cursor != nil && actions.count < 50
    #expect(actions == expected)
    let verdict = try #require(try registry.admin(.get, "/audit/verify").data)
    #expect(verdict["isIntact"] as? Bool == true)
    #expect(verdict["rowCount"] as? Int == expected.count)
  }

  @Test func `reads and refusals leave no row`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let artifact = try registry.artifact("another")
    let before = try registry.auditCount()
    for path in ["/channels/production/releases", "/policies", "/tokens", "/audit"] {
      #expect(try registry.admin(.get, path).status == 200)
    }
    #expect(try registry.draft("4.5", artifact: artifact).status == 400)
    #expect(try registry.transition("publish", "9.9.9").status == 404)
    #expect(try registry.auditCount() == before)
  }

  struct Tampering: Sendable, CustomTestStringConvertible {
    let sql: String
    let brokenNumber: Int64

    var testDescription: String { sql }
  }

  @Test(arguments: [
    Tampering(
      sql: """
        UPDATE audit SET row = CAST(replace(CAST(row AS TEXT), 'release.pause', 'release.bless') AS BLOB)
        WHERE number = 5
        """, brokenNumber: 5),
    Tampering(sql: "UPDATE audit SET hash = zeroblob(32) WHERE number = 2", brokenNumber: 2),
    Tampering(sql: "DELETE FROM audit WHERE number = 3", brokenNumber: 4),
    Tampering(sql: "DELETE FROM audit WHERE number = 1", brokenNumber: 2),
    Tampering(
      sql: "UPDATE audit SET row = (SELECT row FROM audit WHERE number = 2) WHERE number = 3", brokenNumber: 3
    ),
    Tampering(sql: "UPDATE audit SET number = number + 1 WHERE number = 7", brokenNumber: 8),
  ])
  func `a row that was changed, removed or moved by other hands breaks the chain there`(row: Tampering) throws
  {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    for verb in ["pause", "resume", "pause"] { try registry.transition(verb, "2.14.0") }
    #expect(try registry.findings() == [])
    let connection = try SQLiteConnection(
      path: registry.folder.path("data/registry.sqlite"), mode: .readWrite)
    try connection.execute(row.sql)
    let verdict = try registry.registry.verifyAudit()
    #expect(!verdict.isIntact)
    #expect(verdict.firstBrokenNumber == row.brokenNumber)
    #expect(try registry.findings() == ["audit_chain_broken"])
  }
}
