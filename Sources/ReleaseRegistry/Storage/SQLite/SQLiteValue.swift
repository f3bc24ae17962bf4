import CSQLite

/// A value that is bound to a statement's parameter.
enum SQLiteValue: Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  init(_ text: String?) { self = text.map(SQLiteValue.text) ?? .null }

  init(_ number: Int64?) { self = number.map(SQLiteValue.integer) ?? .null }

  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let value): return sqlite3_bind_int64(statement, index, value)
    case .text(var value):
      return value.withUTF8 { bytes in
        csqlite_bind_text(statement, index, bytes.baseAddress, UInt64(bytes.count))
      }
    case .blob(let value):
      return value.withUnsafeBytes { csqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
    }
  }
}
