import Synchronization

/// The records in one SQLite file: one connection that writes, one that reads beside it, and one for each scan.
final class SQLiteStore: RegistryStore {
  private let path: String
  private let writer: Mutex<SQLiteSession>
  private let reader: Mutex<SQLiteSession>

  /// Opens the database, and brings its schema to the current version; makes it only when that is allowed. Throws
  /// `database_damaged` when tables are missing, or others than they should be.
  init(path: String, mayCreate: Bool = false) throws(RegistryError) {
    self.path = path
    do {
      var connection = try SQLiteConnection(path: path, mode: mayCreate ? .create : .readWrite)
      try Migrations.requireKnown(&connection, mayBeEmpty: mayCreate)
      // WAL lets reads go on beside a write; FULL syncs every commit, so that what was acknowledged survives.
      try connection.execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF"
      )
      try Migrations.apply(to: &connection)
      try Migrations.requireSchema(of: &connection)
      writer = Mutex(SQLiteSession(connection))
      reader = Mutex(SQLiteSession(try SQLiteConnection(path: path, mode: .readOnly)))
    } catch {
      throw RegistryError(storage: error)
    }
  }

  /// Whether a database was made, but nobody can use it: it has no schema yet, or no token.
  static func isUnused(_ path: String) throws(RegistryError) -> Bool {
    do {
      let session = SQLiteSession(try SQLiteConnection(path: path, mode: .readOnly))
      let tables = try session.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { row in
        try row.text(0)
      }
      guard tables.contains("token") else { return tables.isEmpty }
      return try session.first("SELECT 1 FROM token LIMIT 1", []) { _ in true } == nil
    } catch {
      throw RegistryError(storage: error)
    }
  }

  func read<Result: Sendable>(_ body: @Sendable (any StoreSession) throws -> Result)
    throws(RegistryError) -> Result
  {
    do {
      return try reader.withLock { session in try session.transaction("BEGIN") { try body(session) } }
    } catch {
      throw RegistryError(storage: error)
    }
  }

  func scan<Result: Sendable>(_ body: @Sendable (any ScanSession) throws -> Result)
    throws(RegistryError) -> Result
  {
    // A connection of its own: in WAL mode it waits for nobody, and nobody for it.
    try SQLiteReader(path: path).read(body)
  }

  func rehearse<Result: Sendable>(_ body: @Sendable (any StoreSession) throws -> Result)
    throws(RegistryError) -> Result
  {
    do {
      return try writer.withLock { session in
        try session.transaction("BEGIN IMMEDIATE", ending: "ROLLBACK") { try body(session) }
      }
    } catch {
      throw RegistryError(storage: error)
    }
  }

  func change<Result: Sendable>(
    _ body: @Sendable (any StoreSession) throws -> Result, committed: @Sendable (Result) -> Void
  ) throws(RegistryError) -> Result {
    do {
      return try writer.withLock { session in
        let result = try session.transaction("BEGIN IMMEDIATE") { try body(session) }
        committed(result)
        return result
      }
    } catch {
      throw RegistryError(storage: error)
    }
  }
}
