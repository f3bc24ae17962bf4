import HTTPClient
import ReleaseModel
@testable import ReleaseRegistry
import ReleaseTesting
import Testing

@Suite struct DataFolderTests {
  @Test func `everything that was acknowledged is there after a restart`() throws {
    let folder = try TemporaryFolder()
    let secret: String
    let before: [String]
    do {
      let token = try Registry.initialize(at: folder.path("data"))
      let registry = try TestRegistry(serving: folder, superAdmin: token.text)
      secret = token.text
      try registry.publish("2.14.0")
      #expect(try registry.draft("2.15.0").status == 201)
      try registry.policy(minimum: "1.0.0", latest: "2.0.0")
      before = try Self.state(registry)
    }
    let registry = try TestRegistry(serving: folder, superAdmin: secret)
    #expect(try Self.state(registry) == before)
    let next = try registry.publish("2.16.0")
    #expect(next.data?["sequence"] as? Int == 2)
  }

  @Test func `a second server on one folder is refused, and the folder named`() throws {
    let registry = try TestRegistry()
    let path = registry.folder.path("data")
    let error = #expect(throws: RegistryError.self) {
      _ = try Registry(opening: path, configuration: RegistryConfiguration())
    }
    #expect(error?.code == .dataFolderInUse)
    #expect(error?.message.contains(path) == true)
  }

  @Test func `a folder without a registry is refused, and says how to make one`() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: RegistryError.self) {
      _ = try Registry(opening: folder.path("none"), configuration: RegistryConfiguration())
    }
    #expect(error?.code == .dataFolderMissing)
    #expect(error?.message.contains("relctl init") == true)
    #expect(try folder.names() == [])
  }

  @Test func `a registry is not made over another one`() throws {
    let folder = try TemporaryFolder()
    _ = try Registry.initialize(at: folder.path("data"))
    let error = #expect(throws: RegistryError.self) { try Registry.initialize(at: folder.path("data")) }
    #expect(error?.code == .dataFolderExists)
    let registry = try Registry(opening: folder.path("data"), configuration: RegistryConfiguration())
    #expect(try registry.tokens().count == 1)
  }

  @Test(arguments: ["empty", "without a token"])
  func `a registry whose making was killed is made now`(stage: String) throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "data/registry.sqlite")
    if stage == "without a token" {
      _ = try SQLiteStore(path: folder.path("data/registry.sqlite"), mayCreate: true)
    }
    let token = try Registry.initialize(at: folder.path("data"))
    let registry = try TestRegistry(serving: folder, superAdmin: token.text)
    #expect(try registry.admin(.get, "/tokens").list?.count == 1)
  }

  @Test(arguments: [Migrations.currentVersion + 1, 9_999, -1])
  func `a database of an unknown schema is refused, and nothing is changed`(version: Int) throws {
    let folder = try TemporaryFolder()
    _ = try Registry.initialize(at: folder.path("data"))
    let database = folder.path("data/registry.sqlite")
    do {
      let connection = try SQLiteConnection(path: database, mode: .readWrite)
      try connection.execute("PRAGMA user_version = \(version); PRAGMA journal_mode = DELETE")
    }
    let before = try folder.read("data/registry.sqlite")
    let opening = #expect(throws: RegistryError.self) {
      _ = try Registry(opening: folder.path("data"), configuration: RegistryConfiguration())
    }
    let examining = #expect(throws: RegistryError.self) {
      _ = try RegistryDoctor(dataFolder: folder.path("data")).examine()
    }
    for error in [opening, examining] {
      #expect(error?.code == .unknownSchemaVersion)
      #expect(error?.message.contains("\(version)") == true)
      #expect(error?.message.contains("up to \(Migrations.currentVersion)") == true)
    }
    #expect(try folder.read("data/registry.sqlite") == before)
  }

  @Test func `a database of the first schema is brought to the current one at start`() throws {
    let folder = try TemporaryFolder()
    let token = try Registry.initialize(at: folder.path("data"))
    let first = try TestRegistry(serving: folder, superAdmin: token.text)
    try first.publish("2.14.0-rc.1")
    first.stop()
    let connection = try SQLiteConnection(path: folder.path("data/registry.sqlite"), mode: .readWrite)
    try connection.execute(
      """
      DROP INDEX published_version_by_folded_text; DROP TABLE metadata; DROP INDEX release_not_offered_to_all;
      ALTER TABLE release DROP COLUMN signatures; DROP TABLE report; DROP TABLE accepted_report;
      PRAGMA user_version = 1
      """)
    let copy = try TemporaryFolder()
    for name in try folder.names(in: "data") where name.hasPrefix("registry.sqlite") {
      try copy.write(folder.read("data/\(name)"), to: "data/\(name)")
    }
    _ = try SQLiteStore(path: copy.path("data/registry.sqlite"))
    let reader = try SQLiteReader(path: copy.path("data/registry.sqlite"))
    #expect(try reader.read { session in try session.countsByState() }[.published] == 1)
  }

  @Test func `a file that is no database is refused as damaged`() throws {
    let folder = try TemporaryFolder()
    _ = try Registry.initialize(at: folder.path("data"))
    for name in ["registry.sqlite-wal", "registry.sqlite-shm"]
    where try folder.names(in: "data").contains(name) {
      try folder.write([], to: "data/\(name)")
    }
    try folder.write(Array(repeating: 0x41, count: 8_192), to: "data/registry.sqlite")
    let error = #expect(throws: RegistryError.self) {
      _ = try Registry(opening: folder.path("data"), configuration: RegistryConfiguration())
    }
    #expect(error?.code == .databaseDamaged)
  }

  @Test func `what a kill left of an upload is swept at the next start`() throws {
    let folder = try TemporaryFolder()
    _ = try Registry.initialize(at: folder.path("data"))
    try folder.write("half".utf8, to: "data/incoming/0123")
    let doctor = try RegistryDoctor(dataFolder: folder.path("data"))
    #expect(try doctor.examine().map(\.code) == [.unfinishedUpload])
    _ = try Registry(opening: folder.path("data"), configuration: RegistryConfiguration())
    #expect(try folder.names(in: "data/incoming") == [])
    #expect(try doctor.examine() == [])
  }

  @Test func `a folder among the uploads keeps no server from starting, and stays`() throws {
    let folder = try TemporaryFolder()
    _ = try Registry.initialize(at: folder.path("data"))
    try folder.write("mine".utf8, to: "data/incoming/folder/file")
    let digest = String(repeating: "ab", count: 32)
    try folder.write("mine".utf8, to: "data/artifacts/\(digest).zip/file")
    _ = try Registry(opening: folder.path("data"), configuration: RegistryConfiguration())
    #expect(try folder.read("data/incoming/folder/file") == Array("mine".utf8))
    #expect(try folder.read("data/artifacts/\(digest).zip/file") == Array("mine".utf8))
  }

  @Test func `a registry whose first token could not be handed over is made by the next try`() throws {
    struct Refusal: Error {}
    let folder = try TemporaryFolder()
    #expect(throws: Refusal.self) {
      try Registry.initialize(at: folder.path("data"), handOver: { _ in throw Refusal() })
    }
    let token = try Registry.initialize(at: folder.path("data"))
    let registry = try TestRegistry(serving: folder, superAdmin: token.text)
    #expect(try registry.admin(.get, "/tokens").list?.count == 1)
    #expect(try registry.findings() == [])
  }

  private static func state(_ registry: TestRegistry) throws -> [String] {
    [
      try registry.latest("4.5.0").text, try registry.native("1.5.0").text,
      try registry.admin(.get, "/channels/production/releases").text,
      try registry.admin(.get, "/policies").text,
      try registry.admin(.get, "/tokens").text, try registry.admin(.get, "/audit").text,
    ]
  }
}
