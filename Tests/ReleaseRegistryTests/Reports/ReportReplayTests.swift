import Dispatch
import Foundation
import HTTPClient
import ReleaseModel
@testable import ReleaseRegistry
import ReleaseTesting
import Synchronization
import Testing

/// A report that is sent again is kept once.
@Suite struct ReportReplayTests {
  @Test func `the same report again gets the same answer, in whatever order its members come`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let body = try registry.reportBody("2.14.0")
    let first = try registry.send(report: body)
    let pretty = try JSONSerialization.data(withJSONObject: body, options: [.prettyPrinted, .sortedKeys])
    for bytes in [try JSONSerialization.data(withJSONObject: body), pretty] {
      let again = try registry.send(report: Array(bytes))
      #expect(again.status == 202)
      #expect(again.body == first.body)
    }
    #expect(try registry.adoption() == ["2.14.0: 1 0 0 0"])
  }

  @Test(arguments: [
    ("outcome", "failed"), ("wrapperVersion", "4.5.1"), ("platform", "android"), ("code", "disk_full"),
  ])
  func `the same id with another report is a conflict`(field: String, value: String) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let body = try registry.reportBody("2.14.0")
    #expect(try registry.send(report: body).status == 202)
    let other = try registry.send(report: body.merging([field: value]) { $1 })
    #expect(other.status == 409)
    #expect(other.code == "idempotency_conflict")
    #expect(try registry.adoption() == ["2.14.0: 1 0 0 0"])
  }

  @Test func `an id in upper case is the same id`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let id = UUID().uuidString
    #expect(try registry.send(report: registry.reportBody("2.14.0", id: id.lowercased())).status == 202)
    #expect(try registry.send(report: registry.reportBody("2.14.0", id: id)).status == 202)
    #expect(try registry.adoption() == ["2.14.0: 1 0 0 0"])
  }

  @Test func `the same id at the same moment is kept once, and one of several contents wins`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    for round in 0..<20 {
      let body = try registry.reportBody("2.14.0")
      let bodies = try ["installed", "confirmed"].map { outcome in
        try Array(JSONSerialization.data(withJSONObject: body.merging(["outcome": outcome]) { $1 }))
      }
      let statuses = Mutex<[Set<Int>]>([[], []])
      let ended = DispatchGroup()
      for number in 0..<12 {
        ended.enter()
        Thread.detachNewThread {
          let status = (try? registry.send(report: bodies[number % 2]).status) ?? 0
          statuses.withLock { _ = $0[number % 2].insert(status) }
          ended.leave()
        }
      }
      ended.wait()
      #expect(Set(statuses.withLock { $0 }) == [[202], [409]], "round \(round)")
    }
    let counts = try #require(try registry.adoption().first?.split(separator: " ").compactMap { Int($0) })
    #expect(counts.reduce(0, +) == 20)
  }

  @Test func `those that wait for the disk become durable together, each answered for itself`() throws {
    let registry = try TestRegistry { $0.reportLimits.maximumWaiting = 100 }
    try registry.publish("2.14.0")
    let same = try registry.installReport("2.14.0")
    let conflicting = try registry.installReport(
      "2.14.0", ["clientMutationId": same.id.text, "outcome": "failed"])
    let reports = try (0..<97).map { _ in try registry.installReport("2.14.0") } + [same, same, conflicting]
    let extra = try registry.installReport("2.14.0")
    let results = Mutex<[String: Int]>([:])
    let ended = DispatchGroup()
    @Sendable func take(_ report: InstallReport) throws {
      ended.enter()
      try registry.registry.takeReport(report) { result in
        let name = (try? result.get()).map { "\($0)" } ?? "failure"
        results.withLock { $0[name, default: 0] += 1 }
        ended.leave()
      }
    }
    // While this change has the database for itself, nothing can be written.
    let refusals = try registry.registry.store.change(
      { _ in
        for report in reports { try take(report) }
        var refusals: [String] = []
        // One group may have left already, to wait for the database.
        for _ in 0...200 {
          do {
            try registry.registry.takeReport(extra) { _ in }
          } catch let error as RegistryError {
            refusals.append(error.code.rawValue)
          }
        }
        return refusals
      }, committed: { _ in })
    ended.wait()
    #expect(results.withLock { $0 } == ["accepted": 98, "known": 1, "conflicting": 1])
    #expect(Set(refusals) == ["reports_busy"])
    #expect(try #require(try registry.metric("relctl_report_commits_total")) <= 3)
  }
}
