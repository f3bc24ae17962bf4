import HTTPClient
@testable import ReleaseRegistry
import ReleaseTesting
import Testing

/// A database that was changed by other hands: whatever it holds, serving it is refused in words, and doctor says so too.
@Suite struct ForeignHandsTests {
  /// What opening the folder, as a server does, is refused with; nil when it is not.
  private func opening(_ folder: TemporaryFolder) -> RegistryError? {
    do throws(RegistryError) {
      _ = try Registry(opening: folder.path("data"), configuration: RegistryConfiguration())
      return nil
    } catch {
      return error
    }
  }

  private func alter(_ folder: TemporaryFolder, _ sql: String) throws {
    let connection = try SQLiteConnection(path: folder.path("data/registry.sqlite"), mode: .readWrite)
    try connection.execute(sql)
  }

  private func served() throws -> TestRegistry {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    try registry.policy(minimum: "1.0.0", latest: "2.0.0")
    return registry
  }

  @Test(arguments: [
    "UPDATE artifact SET size_bytes = -1", "UPDATE artifact SET unpacked_bytes = -1",
    "UPDATE artifact SET file_count = -1", "UPDATE artifact SET size_bytes = 9223372036854775807",
    "UPDATE artifact SET warnings = 'none'",
    "UPDATE release SET published_at = -9223372036854775807 - 1", "UPDATE release SET sequence = -1",
    "UPDATE release SET sequence = 9223372036854775807", "UPDATE release SET wrapper_range = 'some'",
    "UPDATE release SET version = 'two'", "UPDATE release SET version = CAST(x'ff' AS TEXT)",
    "UPDATE release SET state = 'gone'", "UPDATE release SET channel = 'No Channel'",
    "UPDATE release SET rollout = 10001", "UPDATE release SET rollout = -9223372036854775807 - 1",
    "UPDATE policy SET created_at = 9223372036854775807", "UPDATE policy SET revision = -1",
    "UPDATE policy SET minimum_version = 'one'",
    "DROP TABLE audit", "DROP TABLE idempotency", "DROP INDEX release_by_place",
    "ALTER TABLE token RENAME COLUMN name TO label", "PRAGMA user_version = 0",
  ])
  func `a server refuses it as damaged, and doctor names it`(sql: String) throws {
    let registry = try served()
    registry.stop()
    try alter(registry.folder, sql)
    let findings = try? registry.findings()
    #expect(findings?.isEmpty != true, "doctor says healthy")
    #expect(findings.map { Set($0) == ["database_damaged"] } ?? (sql.hasPrefix("PRAGMA")))
    let copy = try TemporaryFolder()
    for name in try registry.folder.names(in: "data") where name.hasPrefix("registry.sqlite") {
      try copy.write(registry.folder.read("data/\(name)"), to: "data/\(name)")
    }
    for name in ["artifacts", "trees", "incoming"] { try copy.write([], to: "data/\(name)/.keep") }
    #expect(opening(copy)?.code == .databaseDamaged)
  }

  @Test(arguments: [
    ("UPDATE token SET expires_at = -9223372036854775807 - 1", "token"),
    ("UPDATE token SET role = 'root'", "token"),
    ("UPDATE release SET revision = 9223372036854775807", "release"),
    ("UPDATE release SET created_at = 9223372036854775807", "release"),
    ("UPDATE counter SET value = -1", "counter"),
  ])
  func `doctor reads what a server reads only when it is asked`(sql: String, table: String) throws {
    let registry = try served()
    try alter(registry.folder, sql)
    let findings = try RegistryDoctor(dataFolder: registry.folder.path("data")).examine()
    #expect(findings.map(\.subject) == ["registry.sqlite/\(table)"])
    #expect(findings.map(\.code) == [.databaseDamaged])
  }

  @Test(arguments: [
    ("UPDATE release SET revision = 9223372036854775807", "a change"),
    (
      "UPDATE audit SET number = 9223372036854775807 WHERE number = (SELECT max(number) FROM audit)",
      "a change"
    ),
    ("UPDATE token SET expires_at = -9223372036854775807 - 1", "a token"),
  ])
  func `a server that runs answers in words, and goes on`(sql: String, what: String) throws {
    let registry = try served()
    try alter(registry.folder, sql)
    let answer = try registry.transition("pause", "2.14.0")
    #expect(answer.status == 500)
    #expect(answer.code == "database_damaged")
    #expect(try registry.latest("4.5.0").status == 200)
  }

  @Test func `an audit without any row was emptied`() throws {
    let registry = try served()
    try alter(registry.folder, "DELETE FROM audit")
    #expect(try registry.findings() == ["audit_chain_broken"])
  }

  @Test func `a file of another length than its record says is found`() throws {
    let registry = try served()
    try alter(registry.folder, "UPDATE artifact SET size_bytes = size_bytes + 1")
    #expect(try registry.findings() == ["database_damaged"])
  }

  @Test func `an empty database is refused, and nothing is made of it`() throws {
    let folder = try TemporaryFolder()
    for name in ["artifacts", "trees", "incoming"] { try folder.write([], to: "data/\(name)/.keep") }
    try folder.write([], to: "data/registry.sqlite")
    #expect(opening(folder)?.code == .databaseDamaged)
    #expect(throws: RegistryError.self) { try RegistryDoctor(dataFolder: folder.path("data")) }
    #expect(throws: RegistryError.self) { try RegistryBackup(dataFolder: folder.path("data")) }
    #expect(try folder.read("data/registry.sqlite") == [])
  }
}
