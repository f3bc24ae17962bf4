import HTTPClient
@testable import ReleaseRegistry
import ReleaseTesting
import ReleaseTrust
import Testing

@Suite struct `The doctor on signed metadata` {
  private let registry: TestRegistry

  init() throws {
    registry = try TestRegistry()
    let ceremony = try Ceremony(registry, channels: "production")
    try registry.trust(ceremony.first())
    try registry.publishSigned("2.14.0", by: ceremony)
  }

  @Test func `finds nothing when all is well, and in a backup that it is one`() throws {
    #expect(try registry.findings() == [])
    let copy = try registry.copy()
    #expect(try copy.findings() == ["restored_from_backup"])
    #expect(try copy.onlineKey() == registry.onlineKey())
    #expect(try copy.transition("pause", "2.14.0").status == 200)
  }

  @Test(arguments: ["status", "snapshot", "timestamp", "production", "targets", "root"])
  func `finds a file that was changed`(role: String) throws {
    try change(
      "UPDATE metadata SET bytes = CAST(replace(bytes, '1.0.34', '1.0.33') AS BLOB) WHERE role = '\(role)'")
    #expect(try registry.findings() == ["damaged_metadata"])
  }

  @Test(arguments: ["status", "production", "root"])
  func `finds a file that is gone`(role: String) throws {
    try change("DELETE FROM metadata WHERE role = '\(role)'")
    #expect(try registry.findings() == (role == "root" ? [] : ["damaged_metadata"]))
  }

  @Test func `finds releases that the records name differently`() throws {
    try change("UPDATE release SET entry_file = 'start.HTM'")
    #expect(try registry.findings() == ["releases_not_as_signed"])
    try change("UPDATE release SET entry_file = 'index.html', state = 'paused'")
    #expect(try registry.findings() == ["status_not_as_recorded"])
  }

  @Test func `warns 30 days before people have to sign again, and says what has expired`() throws {
    registry.clock.advance(bySeconds: 60 * 86_400 + 1)
    #expect(
      try registry.findings() == [
        "expiring_metadata", "expired_metadata", "expired_metadata", "expired_metadata",
      ])
    try registry.registry.renewOnlineMetadata()
    #expect(try registry.findings() == ["expiring_metadata"])
    let doctor = try RegistryDoctor(dataFolder: registry.folder.path("data"), now: registry.clock.now)
    #expect(
      try doctor.examine().map(\.detail) == [
        "it expires at 2026-10-19T10:00:00Z, in 29 days: relctl trust rotate renewal.json --renew production"
      ])
    registry.clock.advance(bySeconds: 30 * 86_400)
    try registry.registry.renewOnlineMetadata()
    #expect(try registry.findings() == ["expired_metadata"])
  }

  private func change(_ sql: String) throws {
    let database = try SQLiteConnection(
      path: registry.folder.path("data/registry.sqlite"), mode: .readWrite)
    try database.execute(sql)
  }
}
