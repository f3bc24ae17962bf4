import ReleaseModel

/// Web releases.
extension SQLiteSession {
  private static let columns = """
    release.channel, release.version, release.state, release.sequence, release.artifact_sha256, artifact.size_bytes,
    artifact.tree_sha256, artifact.file_count, artifact.unpacked_bytes, release.entry_file, release.wrapper_range,
    release.api_contract_range, release.notes, release.rollout, release.created_at, release.published_at,
    release.state_reason, release.revision, release.rollout_salt, release.signatures
    """
  private static let tables = "FROM release JOIN artifact ON artifact.sha256 = release.artifact_sha256"
  /// Where a release stands among those of its channel: drafts, which have no sequence yet, come last in this order
  /// and first in lists. An index has the same words.
  private static let place = "ifnull(release.sequence, \(Int64.max))"

  func release(_ channel: Channel, _ version: SemanticVersion) throws -> WebRelease? {
    try first(
      "SELECT \(Self.columns) \(Self.tables) WHERE channel = ? AND version = ?",
      [.text(channel.name), .text(version.description)], Self.webRelease)
  }

  func releases(
    of channel: Channel, after cursor: ReleaseCursor?, limit: Int
  ) throws -> [(release: WebRelease, cursor: ReleaseCursor)] {
    let start = cursor ?? .start
    return try all(
      """
      SELECT \(Self.columns), \(Self.place), release.id
      \(Self.tables)
      WHERE channel = ?1 AND (\(Self.place), release.id) < (?2, ?3)
      ORDER BY \(Self.place) DESC, release.id DESC LIMIT ?4
      """,
      [.text(channel.name), .integer(start.place), .integer(start.id), .integer(Int64(limit))]
    ) { row in
      (try Self.webRelease(row), ReleaseCursor(place: row.integer(20), id: row.integer(21)))
    }
  }

  func channelsWithReleases() throws -> [Channel] {
    try all("SELECT DISTINCT channel FROM release") { row in try row.parsed(0) { try Channel(parsing: $0) } }
  }

  func countsByState() throws -> [ReleaseState: Int] {
    var counts: [ReleaseState: Int] = [:]
    try each("SELECT state, count(*) FROM release GROUP BY state") { row in
      counts[try Self.state(row, 0)] = Int(try row.number(1))
    }
    return counts
  }

  func publishedVersions(like version: SemanticVersion) throws -> [PublishedVersion] {
    try all(
      "SELECT version, artifact_sha256 FROM published_version WHERE version = ? COLLATE NOCASE",
      [.text(version.description)]
    ) { row in
      PublishedVersion(
        version: try row.parsed(0) { try SemanticVersion(parsing: $0) }, artifact: try row.digest(1))
    }
  }

  func recordPublished(_ version: SemanticVersion, artifact: Digest) throws {
    try connection.run(
      "INSERT INTO published_version VALUES (?, ?) ON CONFLICT DO NOTHING",
      [.text(version.description), SQLiteValue(artifact)])
  }

  func insert(_ release: WebRelease) throws {
    try connection.run(
      """
      INSERT INTO release (channel, version, state, sequence, artifact_sha256, entry_file, wrapper_range,
        api_contract_range, notes, rollout, created_at, published_at, state_reason, revision, signatures, rollout_salt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      Self.key(release) + Self.content(release) + [.integer(Int64(bitPattern: release.rolloutSalt.value))])
  }

  func update(_ release: WebRelease) throws {
    try connection.run(
      """
      UPDATE release SET state = ?3, sequence = ?4, artifact_sha256 = ?5, entry_file = ?6, wrapper_range = ?7,
        api_contract_range = ?8, notes = ?9, rollout = ?10, created_at = ?11, published_at = ?12, state_reason = ?13,
        revision = ?14, signatures = ?15
      WHERE channel = ?1 AND version = ?2
      """, Self.key(release) + Self.content(release))
  }

  func deleteDraft(_ channel: Channel, _ version: SemanticVersion) throws {
    try connection.run(
      "DELETE FROM release WHERE channel = ? AND version = ? AND state = 'draft'",
      [.text(channel.name), .text(version.description)])
  }

  func lastPublication() throws -> (sequence: Int64, publishedAt: Timestamp)? {
    try first(
      "SELECT sequence, published_at FROM release WHERE sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1",
      []
    ) { row in (try row.number(0, from: 1), try row.time(1)) }
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
      SQLiteValue(release.signatures),
    ]
  }

  private static func webRelease(_ row: borrowing SQLiteRow) throws -> WebRelease {
    WebRelease(
      channel: try row.parsed(0) { try Channel(parsing: $0) },
      releaseVersion: try row.parsed(1) { try SemanticVersion(parsing: $0) }, state: try state(row, 2),
      sequence: try row.optionalNumber(3, from: 1), artifactSha256: try row.digest(4),
      sizeBytes: try row.size(5),
      tree: try tree(row, 6), entryFile: try row.text(9),
      gates: ReleaseGates(
        wrapperRange: try row.parsed(10) { try VersionRange(parsing: $0) },
        apiContractRange: try row.parsed(11) { try VersionRange(parsing: $0) }),
      notes: try row.text(12), rollout: try row.rollout(13),
      rolloutSalt: RolloutSalt(UInt64(bitPattern: row.integer(18))), createdAt: try row.time(14),
      publishedAt: try row.optionalTime(15), stateReason: try row.optionalText(16),
      revision: try row.number(17, from: 1),
      signatures: try row.signatures(19))
  }

  static func state(_ row: borrowing SQLiteRow, _ column: Int32) throws -> ReleaseState {
    try row.parsed(column) { text in
      guard let state = ReleaseState(rawValue: text) else {
        throw ModelError(.invalidRequest, "'\(text)' is not a state")
      }
      return state
    }
  }

  static func tree(_ row: borrowing SQLiteRow, _ column: Int32) throws -> TreeSummary {
    TreeSummary(
      sha256: try row.digest(column), fileCount: Int(try row.number(column + 1)),
      unpackedBytes: try row.size(column + 2))
  }
}
