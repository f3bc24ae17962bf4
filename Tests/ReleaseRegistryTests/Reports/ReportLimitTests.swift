import HTTPClient
@testable import ReleaseRegistry
import ReleaseModel
import ReleaseTesting
import Testing

/// How much one address may send, and how much is kept.
@Suite struct ReportLimitTests {
  @Test func `an address that sends more than it may waits for the next minute, and no other`() throws {
    let registry = try TestRegistry { $0.reportLimits.maximumPerMinute = 3 }
    try registry.publish("2.14.0")
    let body = try registry.reportBody("2.14.0")
    for _ in 0..<3 { #expect(try registry.send(report: body, from: "203.0.113.9").status == 202) }
    registry.clock.advance(bySeconds: 20)
    let refused = try registry.send(report: body, from: "203.0.113.9")
    #expect(refused.status == 429)
    #expect(refused.code == "too_many_reports")
    #expect(refused.fields["Retry-After"] == "40")
    #expect(try registry.send(report: body, from: "203.0.113.10").status == 202)
    registry.clock.advance(bySeconds: 40)
    #expect(try registry.send(report: body, from: "203.0.113.9").status == 202)
  }

  @Test func `what is refused counts too, an IPv6 network is one, and a proxy for itself is not bounded`()
    throws
  {
    let registry = try TestRegistry { $0.reportLimits.maximumPerMinute = 2 }
    #expect(try registry.send(report: [], from: "2001:db8::1").status == 400)
    #expect(try registry.send(report: [], from: "2001:db8::2").status == 400)
    #expect(try registry.send(report: [], from: "2001:db8::3").status == 429)
    #expect(try registry.send(report: [], from: "2001:db8:0:1::3").status == 400)
    for _ in 0..<4 { #expect(try registry.send(report: []).status == 400) }
  }

  @Test func `reports that are too old go, and their ids stay known`() throws {
    let registry = try TestRegistry { $0.reportLimits.lifetimeSeconds = 3_600 }
    try registry.publish("2.14.0")
    let body = try registry.reportBody("2.14.0")
    #expect(try registry.send(report: body).status == 202)
    registry.clock.advance(bySeconds: 3_599)
    try registry.registry.removeOldReports()
    #expect(try registry.adoption() == ["2.14.0: 1 0 0 0"])
    registry.clock.advance(bySeconds: 1)
    try registry.registry.removeOldReports()
    #expect(try registry.adoption() == [])
    #expect(try registry.send(report: body).status == 202)
    #expect(try registry.adoption() == [], "it was accepted once")
    #expect(try registry.send(report: body.merging(["outcome": "failed"]) { $1 }).status == 409)
  }

  @Test func `reports go in time also while others come, and when a server starts`() throws {
    let folder = try TemporaryFolder()
    let clock = TestClock()
    let token = try Registry.initialize(at: folder.path("data"), clock: { clock.now })
    let limits: (inout RegistryConfiguration) -> Void = { $0.reportLimits.lifetimeSeconds = 60 }
    do {
      let registry = try TestRegistry(serving: folder, superAdmin: token.text, clock, limits)
      try registry.publish("2.14.0")
      try registry.report("2.14.0")
      clock.advance(bySeconds: 60)
      try registry.report("2.14.0", ["outcome": "failed"])
      #expect(try registry.adoption() == ["2.14.0: 0 0 0 1"])
      registry.stop()
    }
    clock.advance(bySeconds: 60)
    let registry = try TestRegistry(serving: folder, superAdmin: token.text, clock, limits)
    #expect(try registry.adoption() == [])
  }

  @Test func `of too many reports the oldest go, and of too many ids the oldest are forgotten`() throws {
    let registry = try TestRegistry {
      $0.reportLimits.maximumReports = 3
      $0.reportLimits.maximumKnownIds = 5
    }
    try registry.publish("2.14.0")
    let bodies = try (0..<6).map { number in
      try registry.reportBody("2.14.0", ["wrapperVersion": "4.5.\(number)"])
    }
    for body in bodies { #expect(try registry.send(report: body).status == 202) }
    #expect(try registry.adoption() == ["2.14.0: 3 0 0 0"])
    let ids = try bodies.prefix(2).map { try MutationId(parsing: $0["clientMutationId"] as? String ?? "") }
    let isKnown = try registry.registry.store.read { session in
      try ids.map { try session.contentMark(ofReport: $0) != nil }
    }
    #expect(isKnown == [false, true])
    #expect(try registry.send(report: bodies[1]).status == 202)
    #expect(try registry.adoption() == ["2.14.0: 3 0 0 0"], "it was known")
    #expect(try registry.metric(#"relctl_report_requests_total{result="replayed"}"#) == 1)
  }

  @Test func `thousands that became too old at once all go`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let report = try registry.installReport("2.14.0")
    let now = registry.clock.now
    try registry.registry.store.change(
      { session in
        for number in 0..<2_500 {
          let digits = String(number, radix: 16)
          let id = "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
          _ = try session.accept(
            ArrivedReport(
              report: try report.renamed(MutationId(parsing: id)), releaseNumber: 1, receivedAt: now))
        }
      }, committed: { _ in })
    #expect(try registry.adoption() == ["2.14.0: 2500 0 0 0"])
    registry.clock.advance(bySeconds: ReportLimits().lifetimeSeconds)
    try registry.registry.removeOldReports()
    #expect(try registry.adoption() == [])
  }
}

extension InstallReport {
  /// The same report under another id.
  fileprivate func renamed(_ id: MutationId) throws -> InstallReport {
    InstallReport(
      id: id, channel: channel, releaseVersion: releaseVersion, releaseSha256: releaseSha256,
      outcome: outcome,
      stage: stage, code: code, wrapperVersion: wrapperVersion, platform: platform, occurredAt: occurredAt)
  }
}
