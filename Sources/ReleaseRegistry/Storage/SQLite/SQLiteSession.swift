import ReleaseModel

/// A connection as the body of a transaction sees it. Its operations are in one extension for each kind of record.
final class SQLiteSession {
  var connection: SQLiteConnection

  init(_ connection: consuming SQLiteConnection) { self.connection = connection }

  /// Runs `body` between BEGIN and COMMIT, or the other end that is given; undoes everything when it throws.
  func transaction<Result>(
    _ begin: String, ending end: String = "COMMIT", _ body: () throws -> Result
  ) throws -> Result {
    try connection.execute(begin)
    do {
      let result = try body()
      try connection.execute(end)
      return result
    } catch {
      // Some errors, a full disk among them, have already rolled back; then this fails and changes nothing.
      do { try connection.execute("ROLLBACK") } catch {}
      throw error
    }
  }

  func next(_ counter: StoreCounter) throws -> Int64 {
    let count = try first(
      """
      INSERT INTO counter VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value
      """, [.text(counter.rawValue)]
    ) { row in try row.number(0) }
    guard let count else { throw RegistryError(.databaseDamaged, "a counter has no value; restore a backup") }
    return count
  }

  func counters() throws -> [String: Int64] {
    var counters: [String: Int64] = [:]
    try each("SELECT name, value FROM counter") { row in counters[try row.text(0)] = try row.number(1) }
    return counters
  }

  func advance(_ counter: StoreCounter, to number: Int64) throws -> Bool {
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

extension SQLiteValue {
  init(_ digest: Digest) { self = .blob(digest.bytes) }

  init(_ time: Timestamp) { self = .integer(time.secondsSinceEpoch) }

  /// One signature a line; both parts are hexadecimal digits once they verified.
  init(_ signatures: [ReleaseSignature]?) {
    self.init(signatures?.map { "\($0.keyid) \($0.sig)" }.joined(separator: "\n"))
  }

  init(_ time: Timestamp?) { self = time.map { .integer($0.secondsSinceEpoch) } ?? .null }
}
