/// The database's schema, step by step. A step that was released is never changed; a new one is added.
enum Migrations {
  /// The schema version that this code reads and writes.
  static let currentVersion = steps.count

  /// Brings a database to the current version in one transaction.
  ///
  /// Throws `unknown_schema_version` for a database that newer code has written, and changes nothing then.
  static func apply(to connection: inout SQLiteConnection) throws {
    let found = try version(of: &connection)
    guard found < currentVersion else { return }
    try connection.execute("BEGIN IMMEDIATE")
    for step in steps[found...] { try connection.execute(step) }
    try connection.execute("PRAGMA user_version = \(currentVersion); COMMIT")
  }

  /// Throws `unknown_schema_version` for a database that newer code has written, and `database_damaged` for one without
  /// any schema, unless it may be empty.
  static func requireKnown(_ connection: inout SQLiteConnection, mayBeEmpty: Bool) throws {
    let found = try version(of: &connection)
    if found == 0, !mayBeEmpty { throw empty }
  }

  /// Throws `unknown_schema_version` unless the database has the current version.
  static func requireCurrent(_ connection: inout SQLiteConnection) throws {
    let found = try version(of: &connection)
    if found == 0 { throw empty }
    guard found == currentVersion else { throw unknown(found) }
  }

  /// Throws `database_damaged` when a table, a column or an index is not as the steps make it.
  static func requireSchema(of connection: inout SQLiteConnection) throws {
    var fresh = try SQLiteConnection(path: ":memory:", mode: .create)
    try apply(to: &fresh)
    guard let missing = try parts(of: &fresh).subtracting(parts(of: &connection)).min() else { return }
    throw RegistryError(
      .databaseDamaged, "the database has no \(missing) as it should be; stop the server and restore a backup"
    )
  }

  /// What a schema consists of, each part in words: its indexes, and its tables' columns with their places and types.
  private static func parts(of connection: inout SQLiteConnection) throws -> Set<String> {
    var parts: Set<String> = []
    try connection.query(
      """
      SELECT 'index ' || name || ' of ' || tbl_name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
      UNION ALL
      SELECT 'column ' || cid || ' ' || c.name || ' ' || c.type || ' of table ' || m.name
        || iif(c."notnull", ' NOT NULL', '') || iif(c.pk, ' key ' || c.pk, '')
      FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'
      """
    ) { row in parts.insert(try row.text(0)) }
    return parts
  }

  private static func version(of connection: inout SQLiteConnection) throws -> Int {
    var found = 0
    try connection.query("PRAGMA user_version") { row in found = Int(row.integer(0)) }
    guard (0...currentVersion).contains(found) else { throw unknown(found) }
    return found
  }

  private static var empty: RegistryError {
    RegistryError(
      .databaseDamaged, "the database has no tables, so there is no registry in it; restore a backup")
  }

  private static func unknown(_ found: Int) -> RegistryError {
    RegistryError(
      .unknownSchemaVersion,
      "the database has schema version \(found), and this relctl knows up to \(currentVersion); nothing was changed; "
        + "use the relctl that wrote it, or start the server once to migrate an older one")
  }

  private static let steps = [
    """
    CREATE TABLE counter (
      name TEXT PRIMARY KEY, value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO counter VALUES ('sequence', 0);

    CREATE TABLE artifact (
      sha256 BLOB PRIMARY KEY, size_bytes INTEGER NOT NULL,
      tree_sha256 BLOB NOT NULL, file_count INTEGER NOT NULL, unpacked_bytes INTEGER NOT NULL,
      warnings TEXT NOT NULL, created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE release (
      id INTEGER PRIMARY KEY,
      channel TEXT NOT NULL, version TEXT NOT NULL, state TEXT NOT NULL,
      sequence INTEGER UNIQUE, artifact_sha256 BLOB NOT NULL REFERENCES artifact (sha256),
      entry_file TEXT NOT NULL, wrapper_range TEXT NOT NULL, api_contract_range TEXT NOT NULL,
      notes TEXT NOT NULL, rollout INTEGER NOT NULL, rollout_salt INTEGER NOT NULL,
      created_at INTEGER NOT NULL, published_at INTEGER, state_reason TEXT, revision INTEGER NOT NULL,
      UNIQUE (channel, version)
    ) STRICT;
    CREATE INDEX release_by_artifact ON release (artifact_sha256);
    CREATE INDEX release_by_place ON release (
      channel, ifnull(sequence, 9223372036854775807) DESC, id DESC);

    CREATE TABLE published_version (
      version TEXT PRIMARY KEY, artifact_sha256 BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE policy (
      id TEXT PRIMARY KEY, channel TEXT NOT NULL, platform TEXT NOT NULL,
      minimum_version TEXT NOT NULL, latest_version TEXT NOT NULL,
      app_store_id TEXT, package_name TEXT, store_url TEXT NOT NULL, message TEXT,
      active INTEGER NOT NULL, revision INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE token (
      id TEXT PRIMARY KEY, sha256 BLOB NOT NULL UNIQUE, name TEXT NOT NULL, role TEXT NOT NULL,
      channels TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE audit (
      number INTEGER PRIMARY KEY, row BLOB NOT NULL, hash BLOB NOT NULL
    ) STRICT;

    CREATE TABLE idempotency (
      key TEXT NOT NULL, token_id TEXT NOT NULL, request_sha256 BLOB NOT NULL,
      status INTEGER NOT NULL, body BLOB NOT NULL, revision INTEGER, created_at INTEGER NOT NULL,
      PRIMARY KEY (key, token_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotency_by_age ON idempotency (created_at);
    """,
    """
    CREATE INDEX published_version_by_folded_text ON published_version (version COLLATE NOCASE);
    """,
    """
    CREATE TABLE metadata (
      role TEXT NOT NULL, version INTEGER NOT NULL, bytes BLOB NOT NULL,
      PRIMARY KEY (role, version)
    ) STRICT;

    ALTER TABLE release ADD COLUMN signatures TEXT;
    CREATE INDEX release_not_offered_to_all ON release (channel, version)
      WHERE state IN ('paused', 'retired') OR rollout < 10000;
    """,
    """
    CREATE TABLE report (
      number INTEGER PRIMARY KEY, release_id INTEGER NOT NULL REFERENCES release (id),
      wrapper_version TEXT NOT NULL, platform TEXT NOT NULL, outcome TEXT NOT NULL, stage TEXT, code TEXT,
      seen_at INTEGER NOT NULL, received_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX report_by_release ON report (
      release_id, wrapper_version, platform, outcome, stage, code, seen_at);
    CREATE INDEX report_by_age ON report (received_at);

    CREATE TABLE accepted_report (
      id BLOB PRIMARY KEY, number INTEGER NOT NULL, content_mark INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX accepted_report_by_number ON accepted_report (number);
    """,
  ]
}
