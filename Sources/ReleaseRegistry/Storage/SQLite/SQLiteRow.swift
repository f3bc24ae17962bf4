import CSQLite

/// The row that a statement stands on; columns count from 0.
struct SQLiteRow: ~Copyable {
  private let statement: OpaquePointer

  init(statement: OpaquePointer) { self.statement = statement }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The text; nil when it is NULL or no UTF-8.
  func storedText(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    do {
      return String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      return nil
    }
  }

  /// What the statement calls a column.
  func name(_ column: Int32) -> String {
    sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "column \(column)"
  }

  func blob(_ column: Int32) -> [UInt8] { withBlob(column) { Array($0) } }

  /// Calls `body` with the bytes, which are valid only inside it.
  func withBlob<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let bytes = sqlite3_column_blob(statement, column)
    return body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
}
