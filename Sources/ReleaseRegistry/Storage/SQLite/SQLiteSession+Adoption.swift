import ReleaseModel

/// What devices reported, counted.
extension SQLiteSession {
  private static let summary = """
    sum(outcome = 'installed'), sum(outcome = 'confirmed'), sum(outcome = 'rolledBack'), sum(outcome = 'failed'),
    min(seen_at), max(seen_at)
    """

  func reportCount() throws -> Int {
    var count = 0
    try each(
      """
      SELECT release_id, wrapper_version, platform, outcome, stage, code, seen_at, received_at FROM report
      """
    ) { row in
      _ = try row.number(0, from: 1)
      _ = try Self.wrapper(row, 1)
      _ = try Self.reason(row, 3, count: 1)
      _ = (try row.time(6), try row.time(7))
      count += 1
    }
    return count
  }

  func adoption(of channel: Channel, _ version: SemanticVersion?) throws -> Adoption {
    let releases = try all(
      """
      SELECT id, version, state FROM release
      WHERE channel = ?1 AND (?2 IS NULL OR version = ?2)
        AND EXISTS (SELECT 1 FROM report WHERE release_id = release.id)
      ORDER BY sequence DESC LIMIT ?3
      """,
      [
        .text(channel.name), SQLiteValue(version?.description),
        .integer(Int64(Adoption.maximumReleases + 1)),
      ]
    ) { row in
      (
        number: row.integer(0), version: try row.parsed(1) { try SemanticVersion(parsing: $0) },
        state: try Self.state(row, 2)
      )
    }
    var shown: [ReleaseAdoption] = []
    for release in releases.prefix(Adoption.maximumReleases) {
      let total = try first(
        "SELECT \(Self.summary) FROM report WHERE release_id = ?", [.integer(release.number)]
      ) { row in try Self.summary(row, 0) }
      guard let total else { continue }
      shown.append(
        ReleaseAdoption(
          releaseVersion: release.version, state: release.state, reports: total,
          wrapperCount: try wrapperCount(ofRelease: release.number),
          wrappers: try wrappers(ofRelease: release.number)))
    }
    return Adoption(channel: channel, releases: shown, truncated: releases.count > shown.count)
  }

  private func wrapperCount(ofRelease number: Int64) throws -> Int {
    let count = try first(
      "SELECT count(*) FROM (SELECT DISTINCT wrapper_version, platform FROM report WHERE release_id = ?)",
      [.integer(number)]
    ) { row in Int(try row.number(0)) }
    return count ?? 0
  }

  private func wrappers(ofRelease number: Int64) throws -> [WrapperAdoption] {
    let wrappers = try all(
      """
      SELECT wrapper_version, platform, \(Self.summary) FROM report WHERE release_id = ?1
      GROUP BY wrapper_version, platform ORDER BY count(*) DESC, wrapper_version, platform LIMIT ?2
      """, [.integer(number), .integer(Int64(Adoption.maximumWrappers))]
    ) { row in (wrapper: try Self.wrapper(row, 0), reports: try Self.summary(row, 2)) }
    return try wrappers.map { wrapper, reports in
      WrapperAdoption(
        wrapperVersion: wrapper.version, platform: wrapper.platform, reports: reports,
        reasons: try reasons(ofRelease: number, wrapper.version, wrapper.platform))
    }
  }

  private func reasons(
    ofRelease number: Int64, _ version: SemanticVersion, _ platform: Platform
  ) throws -> [ReportReason] {
    try all(
      """
      SELECT outcome, stage, code, count(*) FROM report
      WHERE release_id = ?1 AND wrapper_version = ?2 AND platform = ?3 AND outcome IN ('failed', 'rolledBack')
      GROUP BY outcome, stage, code ORDER BY count(*) DESC, outcome, stage, code LIMIT ?4
      """,
      [
        .integer(number), .text(version.description), .text(platform.rawValue),
        .integer(Int64(Adoption.maximumReasons)),
      ]
    ) { row in try Self.reason(row, 0, count: try row.number(3)) }
  }

  private static func summary(_ row: borrowing SQLiteRow, _ column: Int32) throws -> ReportSummary {
    ReportSummary(
      installed: try row.number(column), confirmed: try row.number(column + 1),
      rolledBack: try row.number(column + 2), failed: try row.number(column + 3),
      firstSeenAt: try row.time(column + 4), lastSeenAt: try row.time(column + 5))
  }

  private static func wrapper(
    _ row: borrowing SQLiteRow, _ column: Int32
  ) throws -> (version: SemanticVersion, platform: Platform) {
    (
      try row.parsed(column) { try SemanticVersion(parsing: $0) },
      try row.parsed(column + 1) { try Platform(parsing: $0) }
    )
  }

  private static func reason(
    _ row: borrowing SQLiteRow, _ column: Int32, count: Int64
  ) throws -> ReportReason {
    ReportReason(
      outcome: try row.parsed(column) { try ReportOutcome(parsing: $0) },
      stage: try name(row, column + 1), code: try name(row, column + 2), count: count)
  }

  private static func name(_ row: borrowing SQLiteRow, _ column: Int32) throws -> String? {
    row.isNull(column) ? nil : try row.parsed(column) { try ReportName(parsing: $0) }.text
  }
}
