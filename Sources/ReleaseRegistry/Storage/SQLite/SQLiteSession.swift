import ReleaseModel

/// A connection as the body of a transaction sees it. Its operations are in one extension for each kind of record.
final class SQLiteSession {
  var connection: SQLiteConnection

  init(_ connection: consuming SQLiteConnection) { self.connection = connection }

  /// Runs `body` between BEGIN and COMMIT; undoes everything when it throws.
  func transaction<Result>(_ begin: String, _ body: () throws -> Result) throws -> Result {
    try connection.execute(begin)
    do {
      let result = try body()
      try connection.execute("COMMIT")
      return result
    } catch {
      // Some errors, a full disk among them, have already rolled back; then this fails and changes nothing.
      do { try connection.execute("ROLLBACK") } catch {}
      throw error
    }
  }

  package func next(_ counter: StoreCounter) throws -> Int64 {
    let count = try first(
      """
      INSERT INTO counter VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value
      """, [.text(counter.rawValue)]
    ) { row in row.integer(0) }
    guard let count else { throw RegistryError(.databaseDamaged, "a counter has no value; restore a backup") }
    return count
  }

  package func advance(_ counter: StoreCounter, to number: Int64) throws -> Bool {
    let changed = try connection.run(
      """
      INSERT INTO counter VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
      WHERE excluded.value > value
      """, [.text(counter.rawValue), .integer(number)])
    return changed == 1
  }

  /// The first row of a query, read by `body`.
  func first<Value>(
    _ sql: String, _ values: [SQLiteValue], _ body: (borrowing SQLiteRow) throws -> Value
  ) throws -> Value? {
    var found: Value?
    try each(sql, values) { row in
      if found == nil { found = try body(row) }
    }
    return found
  }

  /// Every row of a query, read by `body`.
  func all<Value>(
    _ sql: String, _ values: [SQLiteValue] = [], _ body: (borrowing SQLiteRow) throws -> Value
  ) throws -> [Value] {
    var found: [Value] = []
    try each(sql, values) { row in found.append(try body(row)) }
    return found
  }

  /// Calls `body` with every row of a query.
  func each(_ sql: String, _ values: [SQLiteValue] = [], _ body: (borrowing SQLiteRow) throws -> Void) throws
  {
    try connection.query(sql, values, body)
  }
}

extension SQLiteRow {
  /// A stored value that was checked when it was written; failing here means that the file was changed by other hands.
  func parsed<Value>(_ column: Int32, _ parse: (String) throws -> Value) throws -> Value {
    let text = text(column)
    do {
      return try parse(text)
    } catch {
      throw RegistryError(
        .databaseDamaged, "the database holds '\(text.prefix(60))' where that cannot be; restore a backup",
        cause: error)
    }
  }

  func digest(_ column: Int32) throws -> Digest {
    guard let digest = withBlob(column, { Digest(bytes: $0) }) else {
      throw RegistryError(.databaseDamaged, "the database holds a malformed digest; restore a backup")
    }
    return digest
  }

  /// Signatures as `SQLiteValue` writes them.
  func signatures(_ column: Int32) throws -> [ReleaseSignature]? {
    try optionalText(column)?.split(separator: "\n").map { line in
      let parts = line.split(separator: " ")
      guard parts.count == 2 else {
        throw RegistryError(.databaseDamaged, "the database holds a malformed signature; restore a backup")
      }
      return ReleaseSignature(keyid: String(parts[0]), sig: String(parts[1]))
    }
  }

  func rollout(_ column: Int32) throws -> RolloutBasisPoints {
    do {
      return try RolloutBasisPoints(Int(integer(column)))
    } catch {
      throw RegistryError(
        .databaseDamaged, "the database holds a rollout that cannot be; restore a backup", cause: error)
    }
  }

  func time(_ column: Int32) -> Timestamp { Timestamp(secondsSinceEpoch: integer(column)) }

  func optionalTime(_ column: Int32) -> Timestamp? { optionalInteger(column).map(Timestamp.init) }
}

extension SQLiteValue {
  init(_ digest: Digest) { self = .blob(digest.bytes) }

  init(_ time: Timestamp) { self = .integer(time.secondsSinceEpoch) }

  /// One signature a line; both parts are hexadecimal digits once they verified.
  init(_ signatures: [ReleaseSignature]?) {
    self.init(signatures?.map { "\($0.keyid) \($0.sig)" }.joined(separator: "\n"))
  }

  init(_ time: Timestamp?) { self = time.map { .integer($0.secondsSinceEpoch) } ?? .null }
}
