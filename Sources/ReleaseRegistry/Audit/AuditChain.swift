import Cryptography

/// Checks that no row of the audit was changed, removed or put between others.
package enum AuditChain {
  /// What the check found.
  package struct Verdict: Sendable, Hashable, Codable {
    package let isIntact: Bool
    package let rowCount: Int64
    /// The first row that does not fit, when there is one.
    package let firstBrokenNumber: Int64?
    /// The hash of the last good row, lower-case hexadecimal; keep it elsewhere to notice a chain that was cut short.
    package let lastHash: String
  }

  static func verify(_ session: any ScanSession) throws -> Verdict {
    var previous = StoredAuditRow.genesis
    var count: Int64 = 0
    var broken: Int64?
    try session.forEachAuditRow { row in
      guard broken == nil else { return }
      let expected = StoredAuditRow.hash(previous: previous, number: row.number, row: row.row)
      guard row.number == count + 1, row.hash == expected else {
        broken = row.number
        return
      }
      count += 1
      previous = row.hash
    }
    // The first row is written with the registry, and rows are never deleted.
    if count == 0, broken == nil { broken = 1 }
    return Verdict(
      isIntact: broken == nil, rowCount: count, firstBrokenNumber: broken, lastHash: hexadecimal(previous))
  }
}
