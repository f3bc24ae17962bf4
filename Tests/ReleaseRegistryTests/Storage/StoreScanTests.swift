import HTTPClient
@testable import ReleaseRegistry
import ReleaseTesting
import Testing

/// A walk over many rows keeps nobody else waiting.
@Suite struct StoreScanTests {
  @Test func `everything else is answered while a scan stands in the middle of the rows`() throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact()
    try registry.publish("2.14.0", artifact: artifact)
    let rowCount = try registry.auditCount()
    // These calls return before the scan goes on, or never.
    @Sendable func statuses(_ row: StoredAuditRow) throws -> [Int] {
      [
        try registry.latest("4.5.0").status, try registry.get("/readyz").status,
        try registry.get("/metrics").status,
        try registry.get("/mobile-web/artifacts/\(artifact).zip").status,
        try registry.admin(.get, "/audit").status, try registry.admin(.get, "/audit/verify").status,
        try registry.draft("3.\(row.number).0", artifact: artifact).status,
      ]
    }
    let (numbers, answers) = try registry.registry.store.scan { session in
      var numbers: [Int64] = []
      var answers: [[Int]] = []
      try session.forEachAuditRow { row in
        numbers.append(row.number)
        answers.append(try statuses(row))
      }
      return (numbers, answers)
    }
    #expect(answers.allSatisfy { $0 == [200, 200, 200, 200, 200, 200, 201] }, "\(answers)")
    #expect(numbers == Array(1...Int64(rowCount)), "the rows of the moment in which it began")
    #expect(try registry.auditCount() == 2 * rowCount)
  }
}
