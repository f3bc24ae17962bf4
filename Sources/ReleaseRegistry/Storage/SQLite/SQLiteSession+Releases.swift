import ReleaseModel

extension SQLiteSession {
  private static let columns = """
    release.channel, release.version, release.state, release.sequence, release.artifact_sha256, artifact.size_bytes,
    artifact.tree_sha256, artifact.file_count, artifact.unpacked_bytes, release.entry_file, release.wrapper_range,
    release.api_contract_range, release.notes, release.rollout, release.created_at, release.published_at,
    release.state_reason, release.revision
    FROM release JOIN artifact ON artifact.sha256 = release.artifact_sha256
    """

  package func release(_ channel: Channel, _ version: SemanticVersion) throws -> WebRelease? {
    try first(
      "SELECT \(Self.columns) WHERE channel = ? AND version = ?",
      [.text(channel.name), .text(version.description)], Self.webRelease)
  }

  package func releases(of channel: Channel, before cursor: ReleaseCursor?, limit: Int) throws -> [WebRelease]
  {
    // Newest first: drafts, which have no place yet, then by sequence.
    try all(
      """
      SELECT \(Self.columns)
      WHERE channel = ?1 AND (?2 IS NULL OR (ifnull(sequence, 9e18), release.id) < (
        SELECT ifnull(sequence, 9e18), id FROM release WHERE id = ?2))
      ORDER BY ifnull(sequence, 9e18) DESC, release.id DESC LIMIT ?3
      """, [.text(channel.name), SQLiteValue(cursor?.id), .integer(Int64(limit))], Self.webRelease)
  }

  package func cursor(after channel: Channel, _ version: SemanticVersion) throws -> ReleaseCursor? {
    try first(
      "SELECT id FROM release WHERE channel = ? AND version = ?",
      [.text(channel.name), .text(version.description)]
    ) { row in ReleaseCursor(id: row.integer(0)) }
  }

  package func candidates(of channel: Channel) throws -> [ReleaseCandidate] {
    var ranges = ParsedTexts<VersionRange>()
    var names: [String: String] = [:]
    return try all(
      """
      SELECT version, state, sequence, published_at, wrapper_range, api_contract_range, rollout, rollout_salt,
        artifact_sha256, size_bytes, tree_sha256, file_count, unpacked_bytes, entry_file
      FROM release JOIN artifact ON artifact.sha256 = release.artifact_sha256 WHERE channel = ?
      """, [.text(channel.name)]
    ) { row in
      let entryFile = row.text(13)
      return ReleaseCandidate(
        version: try row.parsed(0) { try SemanticVersion(parsing: $0) }, state: try Self.state(row, 1),
        sequence: row.optionalInteger(2) ?? 0,
        publishedAt: row.optionalTime(3) ?? Timestamp(secondsSinceEpoch: 0),
        gates: ReleaseGates(
          wrapperRange: try row.parsed(4) { try ranges.value(of: $0, VersionRange.init(parsing:)) },
          apiContractRange: try row.parsed(5) { try ranges.value(of: $0, VersionRange.init(parsing:)) }),
        rollout: try RolloutBasisPoints(Int(row.integer(6))), rolloutSalt: UInt64(bitPattern: row.integer(7)),
        artifact: try row.digest(8), sizeBytes: UInt64(row.integer(9)),
        tree: try Self.tree(row, 10),
        // Nearly all releases have the same entry file: share one text.
        entryFile: names[entryFile]
          ?? {
            names[entryFile] = entryFile; return entryFile
          }())
    }
  }

  package func channelsWithReleases() throws -> [Channel] {
    try all("SELECT DISTINCT channel FROM release") { row in try row.parsed(0) { try Channel(parsing: $0) } }
  }

  package func countsByState() throws -> [ReleaseState: Int] {
    var counts: [ReleaseState: Int] = [:]
    try each("SELECT state, count(*) FROM release GROUP BY state") { row in
      counts[try Self.state(row, 0)] = Int(row.integer(1))
    }
    return counts
  }

  package func publishedArtifact(of version: SemanticVersion) throws -> Digest? {
    try first(
      "SELECT artifact_sha256 FROM published_version WHERE version = ?", [.text(version.description)]
    ) { row in try row.digest(0) }
  }

  package func recordPublished(_ version: SemanticVersion, artifact: Digest) throws {
    try connection.run(
      "INSERT INTO published_version VALUES (?, ?) ON CONFLICT DO NOTHING",
      [.text(version.description), SQLiteValue(artifact)])
  }

  package func insert(_ release: WebRelease, rolloutSalt: UInt64) throws {
    try connection.run(
      """
      INSERT INTO release (channel, version, state, sequence, artifact_sha256, entry_file, wrapper_range,
        api_contract_range, notes, rollout, created_at, published_at, state_reason, revision, rollout_salt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, Self.key(release) + Self.content(release) + [.integer(Int64(bitPattern: rolloutSalt))])
  }

  package func update(_ release: WebRelease) throws {
    try connection.run(
      """
      UPDATE release SET state = ?3, sequence = ?4, artifact_sha256 = ?5, entry_file = ?6, wrapper_range = ?7,
        api_contract_range = ?8, notes = ?9, rollout = ?10, created_at = ?11, published_at = ?12, state_reason = ?13,
        revision = ?14
      WHERE channel = ?1 AND version = ?2
      """, Self.key(release) + Self.content(release))
  }

  package func deleteDraft(_ channel: Channel, _ version: SemanticVersion) throws {
    try connection.run(
      "DELETE FROM release WHERE channel = ? AND version = ? AND state = 'draft'",
      [.text(channel.name), .text(version.description)])
  }

  package func nextSequence() throws -> Int64 {
    try first("UPDATE counter SET value = value + 1 WHERE name = 'sequence' RETURNING value", []) { row in
      row.integer(0)
    } ?? 1
  }

  private static func key(_ release: WebRelease) -> [SQLiteValue] {
    [.text(release.channel.name), .text(release.releaseVersion.description)]
  }

  private static func content(_ release: WebRelease) -> [SQLiteValue] {
    [
      .text(release.state.rawValue), SQLiteValue(release.sequence), SQLiteValue(release.artifactSha256),
      .text(release.entryFile), .text(release.wrapperRange.description),
      .text(release.apiContractRange.description),
      .text(release.notes), .integer(Int64(release.rolloutBasisPoints)), SQLiteValue(release.createdAt),
      SQLiteValue(release.publishedAt), SQLiteValue(release.stateReason), .integer(release.revision),
    ]
  }

  private static func webRelease(_ row: borrowing SQLiteRow) throws -> WebRelease {
    WebRelease(
      channel: try row.parsed(0) { try Channel(parsing: $0) },
      releaseVersion: try row.parsed(1) { try SemanticVersion(parsing: $0) }, state: try state(row, 2),
      sequence: row.optionalInteger(3), artifactSha256: try row.digest(4), sizeBytes: UInt64(row.integer(5)),
      tree: try tree(row, 6), entryFile: row.text(9),
      gates: ReleaseGates(
        wrapperRange: try row.parsed(10) { try VersionRange(parsing: $0) },
        apiContractRange: try row.parsed(11) { try VersionRange(parsing: $0) }),
      notes: row.text(12), rollout: try RolloutBasisPoints(Int(row.integer(13))), createdAt: row.time(14),
      publishedAt: row.optionalTime(15), stateReason: row.optionalText(16), revision: row.integer(17))
  }

  private static func state(_ row: borrowing SQLiteRow, _ column: Int32) throws -> ReleaseState {
    try row.parsed(column) { text in
      guard let state = ReleaseState(rawValue: text) else {
        throw ModelError(.invalidRequest, "'\(text)' is not a state")
      }
      return state
    }
  }

  static func tree(_ row: borrowing SQLiteRow, _ column: Int32) throws -> TreeSummary {
    TreeSummary(
      sha256: try row.digest(column), fileCount: Int(row.integer(column + 1)),
      unpackedBytes: UInt64(row.integer(column + 2)))
  }
}

/// Values by the text they were parsed from, so that equal texts are parsed once and share their memory.
private struct ParsedTexts<Value> {
  private var values: [String: Value] = [:]

  mutating func value(of text: String, _ parse: (String) throws -> Value) throws -> Value {
    if let value = values[text] { return value }
    let value = try parse(text)
    values[text] = value
    return value
  }
}
