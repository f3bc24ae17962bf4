import Foundation
import ReleaseTesting
import Synchronization
import Testing

/// A server that is killed while reports come keeps each that it acknowledged, and takes the others again, once.
@Suite struct ReportKillTests {
  private static let rounds = 8
  private static let devices = 4

  /// What devices sent in a round, and what of it was acknowledged.
  private struct Sent {
    var reports: [String] = []
    var acknowledged: [String] = []
  }

  @Test
  func `a report that was acknowledged is there, and any is counted once when it comes again`()
    throws
  {
    let registry = try RunningRegistry()
    #expect(try registry.publish(registry.site("one"), "1.0.0").status == 0)
    let template = try registry.report("1.0.0", id: "ID")
    var total = 0
    for round in 0..<Self.rounds {
      let sent = try Self.sending(template, to: registry) { acknowledged in
        // Killed in the middle: right after some answer, and while others are awaited.
        #expect(eventually { acknowledged() >= 5 + 3 * round })
        registry.kill()
      }
      try registry.start()
      let kept = try Self.count(registry)
      for report in sent.acknowledged {
        #expect(try registry.send(report: report) == 202, "round \(round)")
      }
      #expect(
        try Self.count(registry) == kept, "round \(round): one that was acknowledged was not there")
      for report in sent.reports {
        #expect(try registry.send(report: report) == 202, "round \(round)")
      }
      total += sent.reports.count
      #expect(try Self.count(registry) == total, "round \(round)")
    }
    let doctor = try Relctl.run(["doctor", "--data", registry.dataFolder])
    #expect(doctor.output == "'\(registry.dataFolder)' is healthy.\n", "\(doctor)")
  }

  /// Has devices send new reports, one after the other, until `end` has ended the registry.
  private static func sending(
    _ template: String, to registry: RunningRegistry, until end: (_ acknowledged: () -> Int) -> Void
  ) throws -> Sent {
    let sent = Mutex(Sent())
    let port = registry.port
    let ended = DispatchGroup()
    for _ in 0..<devices {
      ended.enter()
      Thread.detachNewThread {
        while let client = try? ClientSocket(port: port) {
          let report = template.replacing("\"ID\"", with: "\"\(UUID().uuidString)\"")
          sent.withLock { $0.reports.append(report) }
          client.sendHead(
            "POST", "/mobile-web/reports",
            fields: ["Content-Type: application/json", "Content-Length: \(report.utf8.count)"])
          client.send(Array(report.utf8))
          guard client.readToEnd().hasPrefix("HTTP/1.1 202 ") else { break }
          sent.withLock { $0.acknowledged.append(report) }
        }
        ended.leave()
      }
    }
    end { sent.withLock(\.acknowledged.count) }
    ended.wait()
    return sent.withLock { $0 }
  }

  /// How many reports the registry has.
  private static func count(_ registry: RunningRegistry) throws -> Int {
    let shown = try registry.relctl(
      "release", "adoption", "production", "1.0.0", "--output", "json")
    guard shown.status == 0 else { throw ChildProcess.Failure(message: "\(shown)") }
    let release = try JSON(shown.output)["releases"]?.elements.first
    guard case .integer(let count) = release?["reports", "installed"] else { return 0 }
    return count
  }
}
