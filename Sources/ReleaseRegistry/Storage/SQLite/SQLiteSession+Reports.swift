import ReleaseModel

/// Reports of devices, and the ids of those that were accepted.
extension SQLiteSession {
  /// The most rows of each kind that one transaction removes; more than one transaction can add.
  private static let removedAtOnce = 1_000

  func reportable(_ channel: Channel, _ version: SemanticVersion, artifact: Digest) throws -> Int64? {
    try first(
      """
      SELECT id FROM release
      WHERE channel = ? AND version = ? AND artifact_sha256 = ? AND sequence IS NOT NULL
      """, [.text(channel.name), .text(version.description), SQLiteValue(artifact)]
    ) { row in row.integer(0) }
  }

  func contentMark(ofReport id: MutationId) throws -> Int64? {
    try first("SELECT content_mark FROM accepted_report WHERE id = ?", [.blob(id.bytes)]) { row in
      row.integer(0)
    }
  }

  func accept(_ arrived: ArrivedReport) throws -> ReportAcceptance {
    let report = arrived.report
    if let known = try contentMark(ofReport: report.id) {
      return ReportAcceptance(of: report, knownAs: known)
    }
    let number = try next(.report)
    try connection.run(
      "INSERT INTO accepted_report VALUES (?, ?, ?)",
      [.blob(report.id.bytes), .integer(number), .integer(report.contentMark)])
    try connection.run(
      "INSERT INTO report VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .integer(number), .integer(arrived.releaseNumber), .text(report.wrapperVersion.description),
        .text(report.platform.rawValue), .text(report.outcome.rawValue), SQLiteValue(report.stage?.text),
        SQLiteValue(report.code?.text), SQLiteValue(report.seen(at: arrived.receivedAt)),
        SQLiteValue(arrived.receivedAt),
      ])
    return .accepted
  }

  func hasOldReports(_ limits: ReportLimits, at now: Timestamp) throws -> Bool {
    for bound in try bounds(limits, at: now) {
      let lowest = try first("SELECT min(\(bound.column)) FROM \(bound.table)", []) { row in
        row.isNull(0) ? nil : row.integer(0)
      }
      if let value = lowest ?? nil, value <= bound.value { return true }
    }
    return false
  }

  func removeOldReports(_ limits: ReportLimits, at now: Timestamp) throws {
    for bound in try bounds(limits, at: now) {
      try connection.run(
        """
        DELETE FROM \(bound.table) WHERE number IN (
          SELECT number FROM \(bound.table) WHERE \(bound.column) <= ? ORDER BY \(bound.column)
          LIMIT \(Self.removedAtOnce))
        """, [.integer(bound.value)])
    }
  }

  /// Which rows are too old: those whose column is not above the value. Numbers are given in order and without a gap,
  /// so they say how many rows there are.
  private func bounds(
    _ limits: ReportLimits, at now: Timestamp
  ) throws -> [(table: String, column: String, value: Int64)] {
    let newest = try first("SELECT max(number) FROM accepted_report", []) { row in row.integer(0) } ?? 0
    return [
      ("accepted_report", "number", newest - limits.maximumKnownIds),
      ("report", "number", newest - limits.maximumReports),
      ("report", "received_at", now.secondsSinceEpoch - limits.lifetimeSeconds),
    ]
  }
}
