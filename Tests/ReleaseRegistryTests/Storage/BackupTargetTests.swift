import Foundation
import ReleaseModel
@testable import ReleaseRegistry
import ReleaseTesting
import Testing

/// Where a backup may be written to; what must not be touched is not.
@Suite struct BackupTargetTests {
  /// The code and the message of a backup of `data` to a path.
  private func refusal(_ registry: TestRegistry, _ path: String) -> RegistryError? {
    #expect(throws: RegistryError.self) {
      try RegistryBackup(dataFolder: registry.folder.path("data")).write(to: registry.folder.path(path))
    }
  }

  @Test(arguments: [
    "data", "data/backup", "data/artifacts", "data/registry.sqlite", "data/no/such/folder",
    "data/../data/backup",
    "link", "link/backup", "data/backup/",
  ])
  func `nothing is written into the data folder, by whatever way`(path: String) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    try FileManager.default.createSymbolicLink(
      atPath: registry.folder.path("link"), withDestinationPath: registry.folder.path("data"))
    let before = try registry.folder.names(in: "data")
    let error = refusal(registry, path)
    #expect(error?.code.rawValue == "backup_target_inside_data_folder")
    #expect(
      error?.message.contains("'\(registry.folder.path(path))'") == true, "\(String(describing: error))")
    #expect(error?.message.contains("name a new folder outside") == true, "\(String(describing: error))")
    #expect(try registry.folder.names(in: "data") == before)
    #expect(try registry.findings() == [])
  }

  @Test(arguments: [
    ("file", "is not a folder; name a new folder for the backup"),
    ("dangling", "is not a folder; name a new folder for the backup"),
    ("full", "is not empty; name a new folder for the backup"),
  ])
  func `what is there already is named and left alone`(path: String, advice: String) throws {
    let registry = try TestRegistry()
    try registry.folder.write("mine".utf8, to: "file")
    try registry.folder.write("mine".utf8, to: "full/file")
    try FileManager.default.createSymbolicLink(
      atPath: registry.folder.path("dangling"), withDestinationPath: registry.folder.path("nowhere"))
    let error = refusal(registry, path)
    #expect(error?.code == .backupTargetExists)
    #expect(error?.message == "'\(registry.folder.path(path))' \(advice)")
    #expect(try registry.folder.read("file") == Array("mine".utf8))
    #expect(try registry.folder.names(in: "full") == ["file"])
  }

  @Test(arguments: ["missing/backup", "missing/deeper/backup", "file/backup"])
  func `a folder that would have to be made first is named`(path: String) throws {
    let registry = try TestRegistry()
    try registry.folder.write("mine".utf8, to: "file")
    let error = refusal(registry, path)
    #expect(error?.code.rawValue == "backup_parent_missing")
    let parent = registry.folder.path(path.dropLast("/backup".count).description)
    #expect(error?.message.hasPrefix("'\(parent)' is not a folder") == true, "\(String(describing: error))")
    #expect(!FileManager.default.fileExists(atPath: registry.folder.path("missing")))
  }

  @Test func `what a killed backup left is taken away by the next one, and nothing else`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let digest = String(repeating: "ab", count: 32)
    for name in [
      "registry.partial", "registry.partial-journal", "artifacts/\(digest).zip", "trees/\(digest).json",
      "online-key.pem",
    ] {
      for folder in ["killed", "mixed"] { try registry.folder.write("half".utf8, to: "\(folder)/\(name)") }
    }
    try registry.folder.write("mine".utf8, to: "mixed/artifacts/mine.zip")
    #expect(refusal(registry, "mixed")?.code == .backupTargetExists)
    #expect(try registry.folder.read("mixed/registry.partial") == Array("half".utf8))
    _ = try RegistryBackup(dataFolder: registry.folder.path("data")).write(to: registry.folder.path("killed"))
    #expect(try RegistryDoctor(dataFolder: registry.folder.path("killed")).examine() == [])
    #expect(try !registry.folder.names(in: "killed").contains("registry.partial"))
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "a disk of its own needs root"))
  func `a folder that was there is empty again after a backup that failed`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    try FileManager.default.createDirectory(
      atPath: registry.folder.path("empty"), withIntermediateDirectories: false)
    let disk = try SmallDisk(at: registry.folder.path("empty"), kilobytes: 64)
    defer { disk.unmount() }
    #expect(refusal(registry, "empty")?.code == .diskFull)
    #expect(try registry.folder.names(in: "empty") == [])
  }

  @Test(arguments: ["data2", "empty", "slash/", "linked"])
  func `a new or an empty folder is taken, however near its name is`(path: String) throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    for name in ["empty", "elsewhere"] {
      try FileManager.default.createDirectory(
        atPath: registry.folder.path(name), withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(
      atPath: registry.folder.path("linked"), withDestinationPath: registry.folder.path("elsewhere"))
    _ = try RegistryBackup(dataFolder: registry.folder.path("data")).write(to: registry.folder.path(path))
    #expect(try RegistryDoctor(dataFolder: registry.folder.path(path)).examine() == [])
  }
}
