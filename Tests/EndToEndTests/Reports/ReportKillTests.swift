import Foundation
import ReleaseTesting
import Synchronization
import Testing

/// A server that is killed while reports come keeps each that it acknowledged, and takes the others again, once.
@Suite struct ReportKillTests {
  private static let rounds = 5
  private static let devices = 4

  /// What devices sent, and what was acknowledged.
  private struct Sent {
    var reports: [String] = []
    var acknowledged = 0
  }

  @Test func `a report that was acknowledged is there, and any is counted once when it comes again`() throws {
    let registry = try RunningRegistry()
    #expect(try registry.publish(registry.site("one"), "1.0.0").status == 0)
    let template = try registry.report("1.0.0", id: "ID")
    let sent = Mutex(Sent())
    let address = registry.address
    for round in 0..<Self.rounds {
      let before = sent.withLock(\.acknowledged)
      let ended = DispatchGroup()
      for _ in 0..<Self.devices {
        ended.enter()
        let port = registry.port
        Thread.detachNewThread {
          Self.report(template, port, sent)
          ended.leave()
        }
      }
      // Killed in the middle: after some answers, and while others are awaited.
      #expect(eventually { sent.withLock(\.acknowledged) >= before + 10 + 7 * round })
      registry.kill()
      ended.wait()
      try registry.start()
      #expect(registry.address == address)
      let (reports, acknowledged) = sent.withLock { ($0.reports, $0.acknowledged) }
      #expect(try Self.count(registry) >= acknowledged, "round \(round)")
      for report in reports { #expect(try registry.send(report: report) == 202, "round \(round)") }
      #expect(try Self.count(registry) == reports.count, "round \(round)")
      sent.withLock { $0.acknowledged = reports.count }
    }
    let doctor = try Relctl.run(["doctor", "--data", registry.dataFolder])
    #expect(doctor.output == "'\(registry.dataFolder)' is healthy.\n", "\(doctor)")
  }

  /// Sends one new report after the other until there is no answer any more.
  private static func report(_ template: String, _ port: UInt16, _ sent: borrowing Mutex<Sent>) {
    while let client = try? ClientSocket(port: port) {
      let report = template.replacing("\"ID\"", with: "\"\(UUID().uuidString)\"")
      sent.withLock { $0.reports.append(report) }
      client.sendHead(
        "POST", "/mobile-web/reports",
        fields: ["Content-Type: application/json", "Content-Length: \(report.utf8.count)"])
      client.send(Array(report.utf8))
      guard client.readToEnd().hasPrefix("HTTP/1.1 202 ") else { return }
      sent.withLock { $0.acknowledged += 1 }
    }
  }

  /// How many reports the registry has.
  private static func count(_ registry: RunningRegistry) throws -> Int {
    let shown = try registry.relctl("release", "adoption", "production", "1.0.0", "--output", "json")
    guard shown.status == 0 else { throw ChildProcess.Failure(message: "\(shown)") }
    let release = try JSON(shown.output)["releases"]?.elements.first
    guard case .integer(let count) = release?["reports", "installed"] else { return 0 }
    return count
  }
}
