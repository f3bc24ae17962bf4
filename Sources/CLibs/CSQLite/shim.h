#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast function pointer, which Swift cannot import. A null address would bind NULL, and an
// empty Swift buffer may have none.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text ? (const char *)text : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// The same.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}
