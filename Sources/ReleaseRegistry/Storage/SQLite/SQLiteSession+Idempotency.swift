import ReleaseModel

/// Answers that are remembered for requests that come again.
extension SQLiteSession {
  /// How long an answer is remembered, in seconds.
  static let idempotencyLifetime: Int64 = 48 * 3_600

  func answer(to key: IdempotencyKey) throws -> RememberedAnswer? {
    try first(
      "SELECT request_sha256, status, body, revision FROM idempotency WHERE key = ? AND token_id = ?",
      [.text(key.key), .text(key.tokenId)]
    ) { row in
      RememberedAnswer(
        request: try row.digest(0), status: Int(try row.number(1)), body: row.blob(2),
        revision: try row.optionalNumber(3))
    }
  }

  func remember(_ answer: RememberedAnswer, for key: IdempotencyKey, at now: Timestamp) throws {
    try connection.run(
      "DELETE FROM idempotency WHERE created_at < ?",
      [.integer(now.secondsSinceEpoch - Self.idempotencyLifetime)])
    try connection.run(
      "INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        .text(key.key), .text(key.tokenId), SQLiteValue(answer.request), .integer(Int64(answer.status)),
        .blob(answer.body), SQLiteValue(answer.revision), SQLiteValue(now),
      ])
  }
}

extension SQLiteSession: ScanSession {}
