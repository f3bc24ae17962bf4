import Cryptography
import ReleaseModel

/// Tokens, by the digests of their secrets.
extension SQLiteSession {
  private static let columns =
    "id, name, role, channels, created_at, expires_at, revoked_at FROM token"

  func tokens() throws -> [TokenRecord] {
    try all("SELECT \(Self.columns) ORDER BY created_at, id", [], Self.tokenRecord)
  }

  func token(withSecret digest: Digest) throws -> TokenRecord? {
    // Every hash is compared in constant time; an index would tell by its timing how much of one is right.
    var found: String?
    try each("SELECT id, sha256 FROM token WHERE revoked_at IS NULL") { row in
      if constantTimeEqual(row.blob(1), digest.bytes) { found = try row.text(0) }
    }
    guard let found else { return nil }
    return try first("SELECT \(Self.columns) WHERE id = ?", [.text(found)], Self.tokenRecord)
  }

  func insert(_ token: TokenRecord, secret digest: Digest) throws {
    try connection.run(
      "INSERT INTO token VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .text(token.id), SQLiteValue(digest), .text(token.name), .text(token.role.rawValue),
        .text(token.channels.map(\.name).joined(separator: " ")), SQLiteValue(token.createdAt),
        SQLiteValue(token.expiresAt), SQLiteValue(token.revokedAt),
      ])
  }

  func revokeToken(_ id: String, at now: Timestamp) throws {
    try connection.run("UPDATE token SET revoked_at = ? WHERE id = ?", [SQLiteValue(now), .text(id)])
  }

  private static func tokenRecord(_ row: borrowing SQLiteRow) throws -> TokenRecord {
    TokenRecord(
      id: try row.text(0), name: try row.text(1),
      role: try row.parsed(2) { text in
        guard let role = Role(rawValue: text) else {
          throw ModelError(.invalidRole, "'\(text)' is not a role")
        }
        return role
      },
      channels: try row.parsed(3) { try $0.split(separator: " ").map { try Channel(parsing: String($0)) } },
      createdAt: try row.time(4), expiresAt: try row.optionalTime(5), revokedAt: try row.optionalTime(6))
  }
}
