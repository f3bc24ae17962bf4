import ReleaseModel

/// The records of stored bytes.
extension SQLiteSession {
  private static let columns =
    "sha256, size_bytes, tree_sha256, file_count, unpacked_bytes, warnings, created_at FROM artifact"

  func artifact(_ digest: Digest) throws -> ArtifactRecord? {
    try first("SELECT \(Self.columns) WHERE sha256 = ?", [SQLiteValue(digest)], Self.artifactRecord)
  }

  func artifacts() throws -> [ArtifactRecord] {
    try all("SELECT \(Self.columns) ORDER BY sha256", [], Self.artifactRecord)
  }

  func insert(_ artifact: ArtifactRecord) throws {
    try connection.run(
      "INSERT INTO artifact VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [
        SQLiteValue(artifact.sha256), .integer(Int64(artifact.sizeBytes)), SQLiteValue(artifact.tree.sha256),
        .integer(Int64(artifact.tree.fileCount)), .integer(Int64(artifact.tree.unpackedBytes)),
        .text(String(decoding: try JSONText.encode(artifact.warnings), as: UTF8.self)),
        SQLiteValue(artifact.createdAt),
      ])
  }

  func isServable(artifact digest: Digest) throws -> Bool {
    try exists(
      "SELECT 1 FROM release WHERE artifact_sha256 = ? AND state IN ('published', 'paused') LIMIT 1", digest)
  }

  func isServable(tree digest: Digest) throws -> Bool {
    try exists(
      """
      SELECT 1 FROM release JOIN artifact ON artifact.sha256 = artifact_sha256
      WHERE tree_sha256 = ? AND state IN ('published', 'paused') LIMIT 1
      """, digest)
  }

  private func exists(_ sql: String, _ digest: Digest) throws -> Bool {
    try first(sql, [SQLiteValue(digest)]) { _ in true } ?? false
  }

  private static func artifactRecord(_ row: borrowing SQLiteRow) throws -> ArtifactRecord {
    ArtifactRecord(
      sha256: try row.digest(0), sizeBytes: try row.size(1), tree: try tree(row, 2),
      warnings: try JSONText.decode([FieldError].self, from: Array(try row.text(5).utf8)),
      createdAt: try row.time(6))
  }
}
