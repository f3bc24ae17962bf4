import Foundation
import HTTPClient
import ReleaseTesting
import Testing

/// Choosing a release, over HTTP: rows of the public faults.
@Suite struct SelectionTests {
  private static func offered(_ registry: TestRegistry, _ wrapper: String, _ channel: String = "production")
    throws
    -> String
  {
    let answer = try registry.latest(wrapper, channel: channel)
    return answer.data?["releaseVersion"] as? String ?? answer.reason ?? "\(answer.status)"
  }

  @Test func `prerelease wrapper is not treated as null, it is told why it gets nothing`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0", ["wrapperRange": "^1.52.0"])
    #expect(try Self.offered(registry, "1.52.0-pre") == "wrapper_prerelease_excluded")
    #expect(try Self.offered(registry, "1.52.0") == "2.14.0")
    #expect(try Self.offered(registry, "2.0.0") == "wrapper_out_of_range")
  }

  @Test func `spaces inside a range are not stripped`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0", ["wrapperRange": ">= 5.7.0 <= 5.7.4"])
    #expect(try Self.offered(registry, "5.7.3") == "2.14.0")
    #expect(try Self.offered(registry, "5.7.5") == "wrapper_out_of_range")
  }

  /// Which of 0.9.9, 1.0.0, 1.0.9 and 1.1.0 each range lets in.
  @Test(arguments: [
    ("1.0.x", [false, true, true, false]), ("1.0", [false, true, true, false]),
    ("~1.0", [false, true, true, false]), ("^1.0.0", [false, true, true, true]),
    ("*", [true, true, true, true]), ("1.0.0 - 1.0.2", [false, true, false, false]),
  ])
  func `1.0.x, 1.0, * and hyphen ranges match what they say`(range: String, inside: [Bool]) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0", ["wrapperRange": range])
    let offers = try ["0.9.9", "1.0.0", "1.0.9", "1.1.0"].map { try Self.offered(registry, $0) }
    #expect(offers == inside.map { $0 ? "2.14.0" : "wrapper_out_of_range" })
  }

  @Test func `no answer from another channel: each of two gets its own releases`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    try registry.publish("3.0.0-beta.1", channel: "beta")
    #expect(try Self.offered(registry, "4.5.0") == "2.14.0")
    #expect(try Self.offered(registry, "4.5.0", "beta") == "3.0.0-beta.1")
    #expect(try Self.offered(registry, "4.5.0", "Production") == "no_published_release")
    for channel in ["production", "beta"] {
      #expect(try registry.latest("4.5.0", channel: channel).data?["channel"] as? String == channel)
    }
  }

  @Test func `the newest published is chosen, not the highest version`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    try registry.publish("2.13.1")
    #expect(try Self.offered(registry, "4.5.0") == "2.13.1")
  }

  @Test func `an older wrapper falls back to the newest release that it can run`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.13.0", ["wrapperRange": ">=4.0.0 <6.0.0"])
    try registry.publish("2.14.0", ["wrapperRange": ">=4.5.0 <6.0.0"])
    try registry.publish("2.15.0", ["wrapperRange": ">=4.5.0 <7.0.0", "apiContractRange": "^4.0.0"])
    #expect(try Self.offered(registry, "4.4.0") == "2.13.0")
    #expect(try Self.offered(registry, "4.5.0") == "2.14.0")
    #expect(try Self.offered(registry, "6.0.0") == "api_contract_mismatch", "the newest candidate's reason")
  }

  @Test func `devices outside a rollout get the release before`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.13.0")
    try registry.publish("2.14.0", ["rolloutBasisPoints": 5_000])
    #expect(try Self.offered(registry, "4.5.0") == "2.13.0", "no cohort: outside")
    let offers = try (0..<400).map {
      try registry.latest("4.5.0", extra: "&cohort=\($0)").data?["releaseVersion"] as? String
    }
    let inside = offers.filter { $0 == "2.14.0" }.count
    #expect(offers.allSatisfy { $0 == "2.13.0" || $0 == "2.14.0" })
    #expect((120...280).contains(inside), "\(inside) of 400 at 50 %")
    let again = try (0..<400).map {
      try registry.latest("4.5.0", extra: "&cohort=\($0)").data?["releaseVersion"] as? String
    }
    #expect(again == offers, "a cohort's answer is stable")
    let edit = try registry.admin(
      .patch, "/channels/production/releases/2.14.0", ["rolloutBasisPoints": 10_000],
      fields: ["If-Match": "\"2\""])
    #expect(edit.status == 200)
    #expect(try Self.offered(registry, "4.5.0") == "2.14.0")
  }

  @Test func `withdrawn, nothing for you and no such channel are three answers`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0", ["wrapperRange": "^4.0.0"])
    #expect(try Self.offered(registry, "5.0.0") == "wrapper_out_of_range")
    try registry.transition("pause", "2.14.0")
    #expect(try Self.offered(registry, "4.5.0") == "no_published_release")
    let trace = try registry.admin(.get, "/explain/web?channel=production&wrapperVersion=4.5.0").data
    let reasons = (trace?["candidates"] as? [[String: Any]] ?? []).compactMap { $0["reason"] as? String }
    #expect(reasons == ["paused"])
  }

  @Test func `explain gives the public answer and a reason for every candidate`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.10.0")
    try registry.publish("2.11.0")
    try registry.publish("2.12.0", ["wrapperRange": "^9.0.0"])
    try registry.publish("2.13.0", ["apiContractRange": "^9.0.0"])
    try registry.publish("2.14.0")
    try registry.transition("pause", "2.14.0")
    #expect(try registry.draft("2.15.0").status == 201)
    let explained = try #require(
      try registry.admin(.get, "/explain/web?channel=production&wrapperVersion=4.5.0").data)
    let release = try #require(explained["release"] as? NSDictionary)
    #expect(release == (try registry.latest("4.5.0").data ?? [:]) as NSDictionary)
    let trace = (explained["candidates"] as? [[String: Any]] ?? []).map {
      "\($0["releaseVersion"] as? String ?? ""): \($0["reason"] as? String ?? "")"
    }
    #expect(
      trace == [
        "2.14.0: paused", "2.13.0: api_contract_mismatch", "2.12.0: wrapper_out_of_range", "2.11.0: selected",
        "2.10.0: older_than_selected", "2.15.0: draft",
      ])
  }
}
