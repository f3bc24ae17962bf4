import Foundation
import HTTPClient
import ReleaseTesting
import Testing

@Suite struct NativeCheckTests {
  @Test(arguments: [
    ("1.0.0", "updateRequired", "required"), ("1.8.9", "updateRequired", "required"),
    ("1.9.0-rc.1", "updateRequired", "required"), ("1.9.0", "updateAvailable", "recommended"),
    ("1.9.1", "updateAvailable", "recommended"), ("1.10.0-beta", "updateAvailable", "recommended"),
    ("1.10.0", "current", "none"), ("1.10.0+build", "current", "none"), ("2.0.0", "current", "none"),
  ])
  func `1.9.1 does not count as newer than 1.10.0: advice goes by SemVer precedence`(
    wrapper: String, status: String, severity: String
  ) throws {
    let registry = try TestRegistry()
    let id = try registry.policy(minimum: "1.9.0", latest: "1.10.0")
    let answer = try registry.native(wrapper)
    #expect(answer.data?["status"] as? String == status)
    #expect(answer.data?["severity"] as? String == severity)
    #expect(answer.data?["policyId"] as? String == id)
    #expect(answer.data?["appStoreId"] as? String == "284882215")
    #expect(answer.data?["storeUrl"] as? String == "https://apps.apple.com/app/id284882215")
  }

  @Test func `not forced although it should be advice, and required beats recommended`() throws {
    let registry = try TestRegistry()
    try registry.policy(minimum: "4.0.0", latest: "4.10.0")
    for (wrapper, status, severity) in [
      ("3.9.9", "updateRequired", "required"), ("4.0.0", "updateAvailable", "recommended"),
      ("4.9.9", "updateAvailable", "recommended"), ("4.10.0", "current", "none"),
    ] {
      let answer = try registry.native(wrapper).data
      #expect(answer?["status"] as? String == status, "\(wrapper)")
      #expect(answer?["severity"] as? String == severity, "\(wrapper)")
    }
  }

  @Test func `without an active policy the wrapper is current, and no bounds are named`() throws {
    let registry = try TestRegistry()
    try registry.policy(minimum: "9.0.0", latest: "9.0.0", ["activate": false])
    let answer = try registry.native("1.0.0")
    #expect(
      answer.text
        == #"{"data":{"channel":"production","platform":"ios","policyId":null,"reason":"no_active_policy","severity":"none","status":"current","wrapperVersion":"1.0.0"}}"#
    )
  }

  @Test func `a policy decides for exactly its channel and platform`() throws {
    let registry = try TestRegistry()
    try registry.policy(minimum: "2.0.0", latest: "2.0.0")
    #expect(try registry.native("1.0.0").data?["status"] as? String == "updateRequired")
    #expect(try registry.native("1.0.0", platform: "android").data?["status"] as? String == "current")
    #expect(try registry.native("1.0.0", channel: "beta").data?["status"] as? String == "current")
  }

  @Test func `the newest active policy decides, at once, whatever the clock`() throws {
    let registry = try TestRegistry()
    let first = try registry.policy(minimum: "1.0.0", latest: "1.0.0")
    let second = try registry.policy(minimum: "2.0.0", latest: "2.0.0")
    registry.clock.advance(bySeconds: -3_600)
    let third = try registry.policy(minimum: "3.0.0", latest: "3.0.0")
    func deciding() throws -> String? { try registry.native("1.0.0").data?["policyId"] as? String }
    #expect(try deciding() == third)
    #expect(try registry.admin(.post, "/policies/\(third)/deactivate", [:]).status == 200)
    #expect(try deciding() == second)
    #expect(try registry.admin(.post, "/policies/\(second)/deactivate", [:]).status == 200)
    #expect(try deciding() == first)
    #expect(try registry.admin(.post, "/policies/\(third)/activate", [:]).status == 200)
    #expect(try deciding() == third)
  }

  @Test(arguments: [
    ("", ["channel: missing_parameter", "platform: missing_parameter", "wrapperVersion: missing_parameter"]),
    ("channel=production&platform=windows&wrapperVersion=4.5.0", ["platform: invalid_platform"]),
    ("channel=production&platform=IOS&wrapperVersion=4.5.0", ["platform: invalid_platform"]),
    ("channel=production&platform=ios&wrapperVersion=4.5", ["wrapperVersion: invalid_wrapper_version"]),
    ("channel=production&platform=ios&platform=ios&wrapperVersion=4.5.0", ["platform: duplicate_parameter"]),
  ])
  func `an error is an error and never required`(query: String, errors: [String]) throws {
    let registry = try TestRegistry()
    try registry.policy(minimum: "9.0.0", latest: "9.0.0")
    let answer = try registry.get("/native-app/updates/check?\(query)")
    #expect(answer.status == 400)
    #expect(answer.errors == errors)
    #expect(!answer.text.contains("required\""))
  }

  @Test(arguments: ["0.9.0", "1.5.0", "2.0.0", "2.0.0-rc.1"])
  func `explain gives the public answer, byte for byte`(wrapper: String) throws {
    let registry = try TestRegistry()
    let old = try registry.policy(minimum: "1.0.0", latest: "1.5.0")
    let off = try registry.policy(minimum: "5.0.0", latest: "5.0.0", ["activate": false])
    let new = try registry.policy(minimum: "1.0.0", latest: "2.0.0")
    let explained = try registry.admin(
      .get, "/explain/native?channel=production&platform=ios&wrapperVersion=\(wrapper)")
    let answer = try registry.native(wrapper).text.dropFirst(#"{"data":"#.count).dropLast()
    #expect(explained.text.contains(#""answer":\#(answer)"#), "\(explained.text)")
    let reasons = (explained.data?["policies"] as? [[String: Any]] ?? []).map {
      "\($0["policyId"] as? String ?? ""): \($0["reason"] as? String ?? "")"
    }
    #expect(reasons == ["\(new): decides", "\(off): inactive", "\(old): older_than_deciding"])
  }
}
