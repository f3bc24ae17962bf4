/// The chained rows of the audit.
extension SQLiteSession {
  func appendAudit(_ entry: AuditEntry) throws {
    let last = try first(
      "SELECT number, row, hash FROM audit ORDER BY number DESC LIMIT 1", [], Self.auditRow)
    guard (0..<SQLiteRow.largestNumber).contains(last?.number ?? 0) else {
      throw RegistryError(
        .databaseDamaged,
        "the audit's last row has a number that cannot be; stop the server, run 'relctl doctor' and restore a backup"
      )
    }
    let number = (last?.number ?? 0) + 1
    let row = try JSONText.encode(entry)
    let hash = StoredAuditRow.hash(previous: last?.hash ?? StoredAuditRow.genesis, number: number, row: row)
    try connection.run("INSERT INTO audit VALUES (?, ?, ?)", [.integer(number), .blob(row), .blob(hash)])
  }

  func auditRows(before number: Int64?, limit: Int) throws -> [StoredAuditRow] {
    try all(
      "SELECT number, row, hash FROM audit WHERE ?1 IS NULL OR number < ?1 ORDER BY number DESC LIMIT ?2",
      [SQLiteValue(number), .integer(Int64(limit))], Self.auditRow)
  }

  func forEachAuditRow(_ body: (StoredAuditRow) throws -> Void) throws {
    try each("SELECT number, row, hash FROM audit ORDER BY number") { row in try body(Self.auditRow(row)) }
  }

  private static func auditRow(_ row: borrowing SQLiteRow) -> StoredAuditRow {
    StoredAuditRow(number: row.integer(0), row: row.blob(1), hash: row.blob(2))
  }
}
