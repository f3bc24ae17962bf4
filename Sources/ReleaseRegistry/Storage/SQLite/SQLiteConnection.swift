import CSQLite

/// One connection to a SQLite database; owns its handle and its prepared statements.
struct SQLiteConnection: ~Copyable {
  /// How a database is opened.
  enum Mode {
    /// For reading and writing; made when it does not exist.
    case create
    /// For reading and writing.
    case readWrite
    /// For reading only.
    case readOnly
  }

  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  init(path: String, mode: Mode) throws(SQLiteError) {
    let flags =
      switch mode {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      }
    var raw: OpaquePointer?
    let status = sqlite3_open_v2(path, &raw, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard status == SQLITE_OK, let raw else {
      let error = SQLiteError(status, handle: raw)
      sqlite3_close_v2(raw)
      throw error
    }
    sqlite3_busy_timeout(raw, 10_000)
    handle = raw
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Runs SQL text without parameters, such as a migration or a pragma.
  func execute(_ sql: String) throws(SQLiteError) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw SQLiteError(status, handle: handle) }
  }

  /// Runs one statement for its effect, and returns the number of rows that it changed.
  @discardableResult
  mutating func run(_ sql: String, _ values: [SQLiteValue] = []) throws -> Int {
    try query(sql, values) { _ in }
    return Int(sqlite3_changes64(handle))
  }

  /// Runs one statement and calls `body` with each row; a row is valid only inside `body`.
  mutating func query(
    _ sql: String, _ values: [SQLiteValue] = [], _ body: (borrowing SQLiteRow) throws -> Void
  ) throws {
    let statement = try prepare(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      let status = value.bind(to: statement, at: Int32(index + 1))
      guard status == SQLITE_OK else { throw SQLiteError(status, handle: handle) }
    }
    while true {
      let status = sqlite3_step(statement)
      if status == SQLITE_DONE { return }
      guard status == SQLITE_ROW else { throw SQLiteError(status, handle: handle) }
      try body(SQLiteRow(statement: statement))
    }
  }

  private mutating func prepare(_ sql: String) throws(SQLiteError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var raw: OpaquePointer?
    let status = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &raw, nil)
    guard status == SQLITE_OK, let raw else { throw SQLiteError(status, handle: handle) }
    statements[sql] = raw
    return raw
  }
}
