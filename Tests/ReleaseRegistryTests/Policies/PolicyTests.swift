import Foundation
import HTTPClient
import ReleaseTesting
import Testing

@Suite struct PolicyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let change: [String: String?]
    let errors: [String]

    var testDescription: String { "\(change)" }
  }

  private static let good = [
    "channel": "production", "platform": "ios", "minimumVersion": "1.0.0", "latestVersion": "2.0.0",
    "appStoreId": "284882215",
  ]

  @Test(arguments: [
    Case(change: ["minimumVersion": "2.0.1"], errors: ["minimumVersion: minimum_above_latest"]),
    Case(change: ["minimumVersion": "1.0"], errors: ["minimumVersion: invalid_minimum_version"]),
    Case(change: ["latestVersion": "v2.0.0"], errors: ["latestVersion: invalid_latest_version"]),
    Case(change: ["appStoreId": nil], errors: ["appStoreId: missing_app_store_id"]),
    Case(change: ["appStoreId": "id284882215"], errors: ["appStoreId: invalid_app_store_id"]),
    Case(change: ["platform": "android"], errors: ["packageName: missing_package_name"]),
    Case(
      change: ["platform": "android", "packageName": "app"], errors: ["packageName: invalid_package_name"]),
    Case(change: ["platform": "windows"], errors: ["platform: invalid_platform"]),
    Case(change: ["channel": "1.70"], errors: ["channel: invalid_channel"]),
    Case(change: ["storeUrl": "http://store.example"], errors: ["storeUrl: invalid_store_url"]),
    Case(change: ["message": String(repeating: "m", count: 1_001)], errors: ["message: message_too_long"]),
    Case(change: ["message": String(repeating: "m", count: 5_000)], errors: ["message: message_too_long"]),
    Case(change: ["message": "a\u{0}b"], errors: ["message: invalid_message"]),
    Case(change: ["message": "a\u{1B}[2Jb"], errors: ["message: invalid_message"]),
    Case(change: ["message": "a\u{202E}b"], errors: ["message: invalid_message"]),
    Case(
      change: ["storeUrl": "https://" + String(repeating: "a", count: 5_000) + " "],
      errors: ["storeUrl: invalid_store_url"]),
    Case(change: ["minimum": "1.0.0"], errors: ["minimum: unknown_field"]),
    Case(
      change: [
        "minimumVersion": "1", "latestVersion": "2", "appStoreId": "x", "channel": "pause", "storeUrl": "x",
      ],
      errors: [
        "channel: invalid_channel", "minimumVersion: invalid_minimum_version",
        "latestVersion: invalid_latest_version",
        "appStoreId: invalid_app_store_id", "storeUrl: invalid_store_url",
      ]),
  ])
  func `a policy that cannot be is refused on save, with every violation`(row: Case) throws {
    let registry = try TestRegistry()
    let body = Self.good.mapValues(Optional.some).merging(row.change) { $1 }.compactMapValues { $0 }
    let answer = try registry.admin(.post, "/policies", body)
    #expect(answer.status == 400)
    #expect(answer.errors == row.errors, "\(answer.text)")
    #expect(try registry.admin(.get, "/policies").list?.isEmpty == true)
    #expect(try registry.auditCount() == 1)
  }

  @Test(arguments: [("2.0.1", "2.0.0"), ("1.10.0", "1.9.1"), ("2.0.0", "2.0.0-rc.1")])
  func `minimum above the newest store version is refused on save, and nobody is forced to it`(
    minimum: String, latest: String
  ) throws {
    let registry = try TestRegistry()
    let id = try registry.policy(minimum: "1.0.0", latest: "1.0.0")
    let bounds = ["minimumVersion": minimum, "latestVersion": latest]
    let created = try registry.admin(.post, "/policies", Self.good.merging(bounds) { $1 })
    let edited = try registry.admin(.patch, "/policies/\(id)", bounds, fields: ["If-Match": "\"1\""])
    for refusal in [created, edited] {
      #expect(refusal.status == 400)
      #expect(refusal.errors == ["minimumVersion: minimum_above_latest"])
    }
    #expect(try registry.native("1.0.0").data?["status"] as? String == "current")
  }

  @Test func `a change must leave a valid policy, and needs the current revision`() throws {
    let registry = try TestRegistry()
    let id = try registry.policy(minimum: "1.0.0", latest: "2.0.0")
    func edit(_ body: [String: Any], _ revision: String?) throws -> TestAnswer {
      try registry.admin(.patch, "/policies/\(id)", body, fields: revision.map { ["If-Match": $0] } ?? [:])
    }
    #expect(try edit(["minimumVersion": "2.5.0"], "\"1\"").errors == ["minimumVersion: minimum_above_latest"])
    #expect(try edit(["minimumVersion": "1.5.0"], nil).code == "precondition_required")
    let changed = try edit(["minimumVersion": "1.5.0", "message": "Please update"], "\"1\"")
    #expect(changed.status == 200)
    #expect(changed.fields["ETag"] == "\"2\"")
    #expect(try edit(["message": "late"], "\"1\"").code == "stale_revision")
    #expect(try registry.native("1.4.0").data?["status"] as? String == "updateRequired", "at once")
    #expect(try registry.native("1.4.0").data?["message"] as? String == "Please update")
    let other = try edit(["appStoreId": "42"], "\"2\"")
    #expect(other.data?["storeUrl"] as? String == "https://apps.apple.com/app/id42", "follows the app")
    let moved = try edit(
      ["platform": "android", "packageName": "org.example.app", "appStoreId": NSNull()], "\"3\"")
    #expect(moved.data?["packageName"] as? String == "org.example.app")
    #expect(moved.data?["appStoreId"] == nil)
  }

  @Test func `activating twice changes nothing the second time`() throws {
    let registry = try TestRegistry()
    let id = try registry.policy(minimum: "1.0.0", latest: "2.0.0", ["activate": false])
    let first = try registry.admin(.post, "/policies/\(id)/activate", [:])
    let auditCount = try registry.auditCount()
    let second = try registry.admin(.post, "/policies/\(id)/activate", [:])
    #expect(second.body == first.body)
    #expect(try registry.auditCount() == auditCount)
    let stale = try registry.admin(.post, "/policies/\(id)/deactivate", [:], fields: ["If-Match": "\"1\""])
    #expect(stale.code == "stale_revision")
    #expect(try registry.admin(.get, "/policies/pol_none").code == "policy_not_found")
  }

  @Test func `simulation says who would be told something else, as the check then does`() throws {
    let registry = try TestRegistry()
    try registry.policy(minimum: "1.0.0", latest: "2.0.0")
    let draft = Self.good.merging(["minimumVersion": "1.5.0", "latestVersion": "1.10.0"]) { $1 }
    let fleet: [[String: Any]] = [
      ["wrapperVersion": "0.9.0", "count": 10], ["wrapperVersion": "1.2.0", "count": 20],
      ["wrapperVersion": "1.9.1", "count": 30], ["wrapperVersion": "1.10.0", "count": 40],
      ["wrapperVersion": "2.0.0"],
    ]
    let auditCount = try registry.auditCount()
    let answer = try registry.admin(.post, "/policies/simulate", ["policy": draft, "fleet": fleet])
    #expect(answer.status == 200)
    #expect(answer.data?["totalCount"] as? Int == 101)
    #expect(answer.data?["changedCount"] as? Int == 60)
    #expect(try registry.auditCount() == auditCount)
    let rows = answer.data?["wrappers"] as? [[String: Any]] ?? []
    let told = try fleet.map { try registry.native($0["wrapperVersion"] as? String ?? "") }
    #expect(rows.map { $0["today"] as? String } == told.map { $0.data?["status"] as? String })

    #expect(
      try registry.admin(.post, "/policies", draft.mapValues { $0 as Any }.merging(["activate": true]) { $1 })
        .status == 201)
    let then = try fleet.map { try registry.native($0["wrapperVersion"] as? String ?? "") }
    #expect(rows.map { $0["then"] as? String } == then.map { $0.data?["status"] as? String })
  }

  @Test func `a simulation reports everything that is wrong with it`() throws {
    let registry = try TestRegistry()
    let answer = try registry.admin(
      .post, "/policies/simulate",
      [
        "policy": Self.good,
        "fleet": [["wrapperVersion": "4.5"], ["count": 3], ["wrapperVersion": "1.0.0", "count": -1]],
      ])
    #expect(answer.status == 400)
    #expect(
      answer.errors == [
        "fleet[0].wrapperVersion: invalid_version", "fleet[1]: invalid_request",
        "fleet[2].count: invalid_request",
      ])
    let versions = (0...10_000).map { ["wrapperVersion": "1.0.\($0)"] }
    let large = try registry.admin(.post, "/policies/simulate", ["policy": Self.good, "fleet": versions])
    #expect(large.errors == ["fleet: fleet_too_large"])
    let none = try registry.admin(.post, "/policies/simulate", [:])
    #expect(none.errors == ["policy: missing_field", "fleet: missing_field"])
  }
}
