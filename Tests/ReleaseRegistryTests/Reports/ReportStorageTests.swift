@testable import ReleaseRegistry
import ReleaseTesting
import Testing

/// Reports in old databases, in backups and under the doctor.
@Suite struct ReportStorageTests {
  @Test func `a data folder of before there were reports takes them after a start`() throws {
    let folder = try TemporaryFolder()
    let token = try Registry.initialize(at: folder.path("data"))
    let before = try TestRegistry(serving: folder, superAdmin: token.text)
    try before.publish("2.14.0")
    before.stop()
    let copy = try TemporaryFolder()
    _ = try RegistryBackup(dataFolder: folder.path("data")).write(to: copy.path("data"))
    do {
      let connection = try SQLiteConnection(path: copy.path("data/registry.sqlite"), mode: .readWrite)
      try connection.execute("DROP TABLE report; DROP TABLE accepted_report; PRAGMA user_version = 3")
    }
    let registry = try TestRegistry(serving: copy, superAdmin: token.text)
    #expect(try registry.report("2.14.0").status == 202)
    #expect(try registry.adoption() == ["2.14.0: 1 0 0 0"])
    #expect(try registry.findings() == [])
  }

  @Test func `a backup has the reports, and knows those that were accepted`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let body = try registry.reportBody("2.14.0")
    #expect(try registry.send(report: body).status == 202)
    let target = try TemporaryFolder()
    _ = try RegistryBackup(dataFolder: registry.folder.path("data")).write(to: target.path("data"))
    let copy = try TestRegistry(serving: target, superAdmin: registry.superAdmin, registry.clock)
    #expect(try copy.send(report: body).status == 202)
    #expect(try copy.adoption() == ["2.14.0: 1 0 0 0"])
    #expect(try copy.findings() == [])
  }

  @Test func `what was acknowledged is there after a restart, and its id is known`() throws {
    let folder = try TemporaryFolder()
    let token = try Registry.initialize(at: folder.path("data"))
    let first = try TestRegistry(serving: folder, superAdmin: token.text)
    try first.publish("2.14.0")
    let body = try first.reportBody("2.14.0")
    #expect(try first.send(report: body).status == 202)
    first.stop()
    let (copy, path) = (try TemporaryFolder(), folder.path("data"))
    _ = try RegistryBackup(dataFolder: path).write(to: copy.path("data"))
    let registry = try TestRegistry(serving: copy, superAdmin: token.text)
    #expect(try registry.send(report: body).status == 202)
    #expect(try registry.adoption() == ["2.14.0: 1 0 0 0"])
  }

  @Test(arguments: [
    "outcome = 'exploded'", "stage = char(27) || '[2J'", "wrapper_version = '4.5'", "platform = 'web'",
    "seen_at = 9223372036854775807", "release_id = 99",
  ])
  func `the doctor finds a report that the registry would never write`(change: String) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    try registry.report("2.14.0")
    registry.stop()
    let connection = try SQLiteConnection(
      path: registry.folder.path("data/registry.sqlite"), mode: .readWrite)
    try connection.execute("UPDATE report SET \(change)")
    #expect(try registry.findings() == ["database_damaged"])
  }
}
