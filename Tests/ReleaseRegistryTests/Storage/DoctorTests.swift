import Foundation
import HTTPClient
@testable import ReleaseRegistry
import ReleaseTesting
import Testing

@Suite struct DoctorTests {
  @Test func `a healthy registry has nothing wrong, served or not`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    #expect(try registry.findings() == [])
    registry.stop()
    #expect(try registry.findings() == [])
  }

  @Test(arguments: [
    ("artifacts", true, "damaged_artifact"), ("artifacts", false, "missing_artifact"),
    ("trees", true, "damaged_tree"), ("trees", false, "missing_tree"),
  ])
  func `stored bytes replaced behind the record are found by doctor, and missing ones`(
    folder: String, isThere: Bool, code: String
  ) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let name = try #require(try registry.folder.names(in: "data/\(folder)").first)
    if isThere {
      try registry.folder.write("other".utf8, to: "data/\(folder)/\(name)")
    } else {
      try FileManager.default.removeItem(atPath: registry.folder.path("data/\(folder)/\(name)"))
    }
    let findings = try RegistryDoctor(dataFolder: registry.folder.path("data")).examine()
    #expect(findings.map(\.code.rawValue) == [code])
    #expect(findings.first?.severity == .error)
    #expect(findings.first?.subject == "\(folder)/\(name)")
  }

  @Test func `files that nothing refers to are a notice`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    try registry.folder.write("stray".utf8, to: "data/artifacts/stray.zip")
    try registry.folder.write("stray".utf8, to: "data/trees/stray.json")
    let findings = try RegistryDoctor(dataFolder: registry.folder.path("data")).examine()
    #expect(findings.map(\.code) == [.orphanFile, .orphanFile])
    #expect(findings.allSatisfy { $0.severity == .notice })
  }

  @Test func `files that nothing refers to are gone after the next start, and no others`() throws {
    let folder = try {
      let registry = try TestRegistry()
      try registry.publish("2.14.0")
      try registry.publish("2.13.0")
      try registry.transition("retire", "2.13.0")
      registry.stop()
      return registry.folder
    }()
    let artifacts = try folder.names(in: "data/artifacts")
    let trees = try folder.names(in: "data/trees")
    let digest = String(repeating: "ab", count: 32)
    for name in ["artifacts/\(digest).zip", "trees/\(digest).json", "artifacts/mine.zip", "trees/mine"] {
      try folder.write("left".utf8, to: "data/\(name)")
    }
    _ = try Registry(opening: folder.path("data"), configuration: RegistryConfiguration())
    #expect(try folder.names(in: "data/artifacts").sorted() == (artifacts + ["mine.zip"]).sorted())
    #expect(try folder.names(in: "data/trees").sorted() == (trees + ["mine"]).sorted())
  }

  @Test(arguments: [("artifacts", "missing_artifact"), ("trees", "missing_tree")])
  func `a pipe in the place of a file is not waited for`(folder: String, code: String) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let name = try #require(try registry.folder.names(in: "data/\(folder)").first)
    let path = registry.folder.path("data/\(folder)/\(name)")
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try registry.findings() == [code])
  }

  @Test func `a pipe in the place of the database is not waited for`() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "data/artifacts/.keep")
    #expect(mkfifo(folder.path("data/registry.sqlite"), 0o600) == 0)
    let error = #expect(throws: RegistryError.self) { try RegistryDoctor(dataFolder: folder.path("data")) }
    #expect(error?.code == .databaseDamaged)
    #expect(error?.message.contains("no regular file") == true)
  }

  @Test func `damage of the database itself is found`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    registry.stop()
    let path = registry.folder.path("data/registry.sqlite")
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    try connection.execute(
      """
      PRAGMA writable_schema = ON;
      DELETE FROM sqlite_schema WHERE name = 'release_by_artifact';
      """)
    let findings = try registry.findings()
    #expect(findings.contains("database_damaged"), "\(findings)")
  }

  @Test func `a backup made while releases are published can be served, and is complete`() async throws {
    let registry = try TestRegistry()
    try registry.publish("1.0.0")
    let source = registry.folder.path("data")
    let target = registry.folder
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for number in 1..<30 { try registry.publish("1.\(number).0") } }
      group.addTask {
        for number in 0..<5 {
          _ = try RegistryBackup(dataFolder: source).write(to: target.path("backup\(number)"))
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<5 {
      let path = target.path("backup\(number)")
      #expect(try RegistryDoctor(dataFolder: path).examine() == [])
      #expect(try target.names(in: "backup\(number)").contains("registry.partial") == false)
      let copy = try Registry(opening: path, configuration: RegistryConfiguration())
      #expect(copy.snapshots.current.sequence >= 1)
    }
    let error = #expect(throws: RegistryError.self) {
      try RegistryBackup(dataFolder: source).write(to: target.path("backup0"))
    }
    #expect(error?.code == .backupTargetExists)
  }

  @Test(arguments: [("artifacts", true), ("artifacts", false), ("trees", false)])
  func `a backup names what is lost, and holds all the rest`(folder: String, isThere: Bool) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let lost = try #require(try registry.folder.names(in: "data/\(folder)").first)
    if isThere {
      try registry.folder.write("other".utf8, to: "data/\(folder)/\(lost)")
    } else {
      try FileManager.default.removeItem(atPath: registry.folder.path("data/\(folder)/\(lost)"))
    }
    try registry.publish("2.15.0")
    let target = registry.folder.path("backup")
    let summary = try RegistryBackup(dataFolder: registry.folder.path("data")).write(to: target)
    #expect(summary.lostFiles == ["\(folder)/\(lost)"])
    #expect(try !registry.folder.names(in: "backup/\(folder)").contains(lost))
    let findings = try RegistryDoctor(dataFolder: target).examine()
    #expect(findings.map(\.subject) == ["\(folder)/\(lost)"])
    let copy = try Registry(opening: target, configuration: RegistryConfiguration())
    #expect(copy.snapshots.current.sequence >= 2)
  }

  @Test func `a lost bundle is a notice once nobody may be given it`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    try registry.damageOnlyArtifact()
    #expect(try registry.transition("retire", "2.14.0").status == 200)
    let findings = try RegistryDoctor(dataFolder: registry.folder.path("data")).examine()
    #expect(findings.map(\.code) == [.damagedArtifact])
    #expect(findings.map(\.severity) == [.notice])
  }
}
