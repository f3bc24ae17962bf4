import Synchronization

/// A database opened for reading only, beside the server that may be writing it.
final class SQLiteReader: Sendable {
  private let session: Mutex<SQLiteSession>

  /// Throws `unknown_schema_version` for another schema than this code's.
  init(path: String) throws(RegistryError) {
    do {
      var connection = try SQLiteConnection(path: path, mode: .readOnly)
      try Migrations.requireCurrent(&connection)
      session = Mutex(SQLiteSession(connection))
    } catch {
      throw RegistryError(storage: error)
    }
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ScanSession) throws -> Result
  ) throws(RegistryError) -> Result {
    do {
      return try session.withLock { session in try session.transaction("BEGIN") { try body(session) } }
    } catch {
      throw RegistryError(storage: error)
    }
  }

  /// Throws `database_damaged` when tables are missing, or others than they should be.
  func requireSchema() throws(RegistryError) {
    do {
      try session.withLock { session in try Migrations.requireSchema(of: &session.connection) }
    } catch {
      throw RegistryError(storage: error)
    }
  }

  /// What SQLite finds wrong with the file itself, and rows that refer to others that are gone.
  func integrityProblems() throws(RegistryError) -> [String] {
    do {
      return try session.withLock { session in
        try session.all("PRAGMA integrity_check") { row in try row.text(0) }.filter { $0 != "ok" }
          + session.all("PRAGMA foreign_key_check") { row in
            "a row of '\(try row.text(0))' refers to one of '\(try row.text(2))' that is gone"
          }
      }
    } catch {
      throw RegistryError(storage: error)
    }
  }

  /// Writes a consistent copy of the database to a new file.
  func copy(to path: String) throws(RegistryError) {
    do {
      try session.withLock { session in try session.each("VACUUM INTO ?", [.text(path)]) { _ in } }
    } catch {
      throw RegistryError(storage: error)
    }
  }
}
