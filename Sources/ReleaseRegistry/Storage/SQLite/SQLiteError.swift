import CSQLite
import Glibc

/// A call to SQLite that failed: its extended result code and its own words, never a bound value.
struct SQLiteError: Error, Sendable, Hashable {
  /// SQLite's extended result code.
  let code: Int32
  /// SQLite's own words.
  let message: String
  /// The `errno` of the system call that failed underneath; 0 when it was none.
  let systemError: Int32

  /// The primary result code.
  var primaryCode: Int32 { code & 0xff }

  /// Reads the error of a connection, which must not have been closed yet.
  init(_ code: Int32, handle: OpaquePointer?) {
    self.code = handle.map(sqlite3_extended_errcode) ?? code
    message =
      (handle.map(sqlite3_errmsg) ?? sqlite3_errstr(code)).map { String(cString: $0) } ?? "error \(code)"
    systemError = handle.map(sqlite3_system_errno) ?? 0
  }
}

extension SQLiteError {
  /// What the failure means to a person; values never appear in it.
  var registryError: RegistryError {
    let isDiskFull = primaryCode == SQLITE_FULL || systemError == ENOSPC || systemError == EDQUOT
    return switch primaryCode {
    case _ where isDiskFull:
      RegistryError(
        .diskFull, "the disk that holds the database is full; nothing was changed; free space and try again",
        cause: self)
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      RegistryError(
        .databaseDamaged,
        "the database is damaged (\(message)); stop the server, run 'relctl doctor' and restore a backup",
        cause: self)
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY:
      RegistryError(
        .storageUnavailable,
        "the database cannot be opened for writing (\(message)); check the data folder's owner and mode",
        cause: self)
    case SQLITE_BUSY, SQLITE_LOCKED:
      RegistryError(
        .storageUnavailable, "another process holds the database; nothing was changed; try again",
        retryAfterSeconds: 1, cause: self)
    default:
      RegistryError(.storageFailed, "the database failed (\(message)); nothing was changed", cause: self)
    }
  }
}
