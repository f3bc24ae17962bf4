import Foundation
import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct ReportTests {
  private struct Body: Decodable, Equatable {
    let clientMutationId: String
    let channel: String
    let releaseVersion: String
    let releaseSha256: String
    let outcome: String
    let stage: String?
    let code: String?
    let wrapperVersion: String
    let platform: String
    let occurredAt: String?
  }

  private func reports(_ registry: RegistrySimulator) throws -> [Body] {
    try registry.reports.map { try JSONDecoder().decode(Body.self, from: Data($0)) }
  }

  @Test func `a release that is installed and confirmed is reported so, in that order`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let folder = try TemporaryFolder()
    let device = try TestDevice()
    let release = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
    try registry.offer(release)
    try device.install(registry.url)
    for _ in 0..<2 {
      let launch = try device.installation.beginLaunch(wrapperVersion: "4.6.0").launch
      #expect(try device.installation.confirm(token: #require(launch).token) == .confirmed)
    }
    #expect(registry.reports.isEmpty)
    #expect(await device.installation.reports.replay(on: .online).sent == 2)
    let reports = try reports(registry)
    #expect(reports.map(\.outcome) == ["installed", "confirmed"])
    #expect(reports.map(\.wrapperVersion) == ["4.5.0", "4.6.0"])
    #expect(Set(reports.map(\.clientMutationId)).count == 2)
    for report in reports {
      #expect(report.channel == "production")
      #expect(report.releaseVersion == "1.0.0")
      #expect(report.releaseSha256 == release.candidate.artifact.description)
      #expect(report.platform == "ios")
      #expect(report.stage == nil)
      #expect(report.occurredAt == "2026-07-22T06:00:00Z")
    }
  }

  @Test func `a release that is left is reported with the stage and the code`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let folder = try TemporaryFolder()
    let device = try TestDevice(builtIn: true)
    try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
    try device.install(registry.url)
    _ = try device.installation.rollback()
    await device.installation.reports.sweep()
    let last = try #require(try reports(registry).last)
    #expect(last.outcome == "rolledBack")
    #expect(last.stage == "rollback")
    #expect(last.code == "rolled_back_by_request")
  }

  @Test func `a release that its launches take back is reported so`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let folder = try TemporaryFolder()
    let device = try TestDevice(builtIn: true)
    try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
    try device.install(registry.url)
    for _ in 0...device.installation.settings.launchAttempts {
      _ = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
    }
    await device.installation.reports.sweep()
    let last = try #require(try reports(registry).last)
    #expect(last.outcome == "rolledBack")
    #expect(last.stage == "launch")
    #expect(last.code == "launch_not_confirmed")
    #expect(try reports(registry).count == 2)
  }

  @Test func `a failure is reported with the stage and the code, once a day`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let folder = try TemporaryFolder()
    var device = try TestDevice()
    let release = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
    try registry.offer(release)
    var bytes = release.archive
    bytes[bytes.count / 2] ^= 1
    registry.replaceArtifact(of: release, with: bytes)
    for _ in 0..<3 { #expect(try device.installError(registry.url)?.code == .hashMismatch) }
    await device.installation.reports.sweep()
    let report = try #require(try reports(registry).first)
    #expect(report.outcome == "failed")
    #expect(report.stage == "verification")
    #expect(report.code == "hash_mismatch")
    #expect(registry.reports.count == 1)
    device.installation.environment.now = { Timestamp(secondsSinceEpoch: 1_784_700_000 + 86_400) }
    _ = try device.installError(registry.url)
    await device.installation.reports.sweep()
    #expect(registry.reports.count == 2)
  }

  @Test func `what is no outcome of a release is not reported`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let device = try TestDevice()
    registry.offerNothing(reason: "no_published_release")
    _ = try device.install(registry.url)
    registry.answer(503, "")
    _ = try device.install(registry.url)
    #expect(try await device.installation.reports.entries().isEmpty)
  }

  @Test func `the same bytes are sent until the registry has them, whatever the installation does meanwhile`()
    async throws
  {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let folder = try TemporaryFolder()
    let device = try TestDevice()
    try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
    registry.answerReports(with: 503)
    try device.install(registry.url)
    await device.installation.reports.replay(on: .online)
    #expect(try device.install(registry.url).outcome == .current)
    registry.answerReports(with: 404)
    var later = device.installation
    later.environment.now = { Timestamp(secondsSinceEpoch: 1_784_700_000 + 3_600) }
    await later.reports.replay(on: .online)
    registry.answerReports(with: 202)
    #expect(await later.reports.replay(on: .online).sent == 1)
    #expect(registry.reports.count == 3)
    #expect(Set(registry.reports).count == 1)
    #expect(try await later.reports.entries().isEmpty)
  }

  @Test func `what the registry refuses is given up, and holds up nothing`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let folder = try TemporaryFolder()
    let device = try TestDevice()
    try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
    registry.answerReports(
      with: 422,
      #"{"type":"about:blank","title":"","status":422,"code":"unknown_release","detail":"no such release"}"#)
    try device.install(registry.url)
    await device.installation.reports.sweep()
    #expect(try await device.installation.reports.entries().isEmpty)
    registry.answerReports(with: 202)
    let launch = try device.installation.beginLaunch(wrapperVersion: "4.6.0").launch
    #expect(try device.installation.confirm(token: #require(launch).token) == .confirmed)
    #expect(await device.installation.reports.sweep().sent == 1)
    #expect(try reports(registry).map(\.outcome) == ["installed", "confirmed"])
  }

  @Test func `what weeks without a network held up is reported, and a damaged report holds up none`()
    async throws
  {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let folder = try TemporaryFolder()
    var device = try TestDevice(builtIn: true)
    try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
    try device.install(registry.url)
    device.installation.environment.now = { Timestamp(secondsSinceEpoch: 1_784_700_000 + 20 * 86_400) }
    let launch = try device.installation.beginLaunch(wrapperVersion: "4.6.0").launch
    #expect(try device.installation.confirm(token: #require(launch).token) == .confirmed)
    #expect(await device.installation.reports.sweep().sent == 2)
    #expect(try reports(registry).map(\.outcome) == ["installed", "confirmed"])

    _ = try device.installation.rollback()
    let name = try #require(try device.names("outbox").first { $0.hasSuffix(".entry") })
    try device.write("torn", to: "outbox/\(name)")
    await device.installation.reports.sweep()
    #expect(try await device.installation.reports.entries().isEmpty)
  }

  @Test func `reports can be switched off`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let folder = try TemporaryFolder()
    var device = try TestDevice()
    device.installation.settings.sendsReports = false
    try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
    try device.install(registry.url)
    #expect(try !device.names().contains("outbox"))
    #expect(try !device.names().contains("reporting.json"))
  }

  @Test func `a report that cannot be kept is a notice, and the installation has succeeded`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
      // The repair has looked already when the report is written.
      let result = try device.installation.install(from: device.source(registry.url)) { progress in
        guard progress == .activating else { return }
        try? device.write("", to: "outbox")
      }
      #expect(result.outcome == .installed)
      #expect(result.notices.map(\.code).contains(.reportNotKept))
    }
  }

  @Test func `the oldest report makes room for a new one`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let folder = try TemporaryFolder()
    let device = try TestDevice()
    for number in 1...101 as ClosedRange<Int64> {
      try registry.offer(try SimulatedRelease("1.0.\(number)", sequence: number, in: folder))
      #expect(try device.install(registry.url).notices.map(\.code) == [.notVerified])
    }
    let entries = try await device.installation.reports.entries()
    #expect(entries.count == 100)
    #expect(entries.first?.mutation?.kind == "installed 1.0.2")
    #expect(entries.last?.mutation?.kind == "installed 1.0.101")
  }

  @Test func `a damaged memory of who reports is written anew by the next installation`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let folder = try TemporaryFolder()
    let device = try TestDevice()
    try registry.offer(try SimulatedRelease("1.0.0", sequence: 1, in: folder))
    try device.install(registry.url)
    try device.write("{", to: "reporting.json")
    let launch = try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch
    #expect(try device.installation.confirm(token: #require(launch).token) == .confirmed)
    #expect(try await device.installation.reports.entries().count == 1)
    try registry.offer(try SimulatedRelease("2.0.0", sequence: 2, in: folder))
    try device.install(registry.url)
    #expect(try await device.installation.reports.entries().count == 2)
  }
}
