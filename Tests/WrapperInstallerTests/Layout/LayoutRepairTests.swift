import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// Devices that find something of the wrong type under one of the layout's names.
@Suite struct LayoutRepairTests {
  /// What stands there.
  enum Thing: CaseIterable {
    case file, folder, danglingLink, linkToFolder, linkToFile, pipe, socket
  }

  private static let folders = [
    "releases", "downloads", "cache", "outbox", "blocked", "releases/.records", "releases/.manifests",
  ]
  private static let files = ["lock", "current.json", "blocked.json"]
  private static let damages: [(name: String, thing: Thing)] =
    folders.flatMap { name in Thing.allCases.filter { $0 != .folder }.map { (name, $0) } }
    + files.flatMap { name in Thing.allCases.filter { $0 != .file }.map { (name, $0) } }
  private static let commonDamages: [(name: String, thing: Thing)] =
    folders.flatMap { [($0, .file), ($0, .danglingLink)] }
    + files.flatMap { [($0, .folder), ($0, .danglingLink), ($0, .socket)] }

  private let outside: TemporaryFolder

  init() throws {
    outside = try TemporaryFolder()
    try outside.write(Array("precious".utf8), to: "folder/file")
  }

  /// Runs `body` with a device that has a release, and another thing in place of one of its own.
  private func withDamaged(
    _ name: String, _ thing: Thing, _ body: (TestDevice, RegistrySimulator) throws -> Void
  ) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: true)
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      try put(thing, at: device.path(name))
      try body(device, registry)
    }
  }

  private func put(_ thing: Thing, at path: String) throws {
    if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    func link(to target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }
    switch thing {
    case .file: try Data("foreign".utf8).write(to: URL(fileURLWithPath: path))
    case .folder:
      try FileManager.default.createDirectory(atPath: path + "/inner", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: path + "/inner/link", withDestinationPath: outside.path("folder"))
    case .danglingLink: try link(to: outside.path("nothing"))
    case .linkToFolder: try link(to: outside.path("folder"))
    case .linkToFile: try link(to: outside.path("folder/file"))
    case .pipe: #expect(mkfifo(path, 0o644) == 0)
    case .socket: #expect(mknod(path, S_IFSOCK | 0o644, 0) == 0)
    }
  }

  @Test(arguments: damages)
  func `a launch starts something, says what it found, and follows no link`(name: String, thing: Thing)
    throws
  {
    try withDamaged(name, thing) { (device, _) throws in
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.outcome == (name == "releases" ? .builtIn : .installed))
      #expect(result.launch?.token != "unrecorded")
      let code: Notice.Code =
        switch name {
        case "current.json": .pointerDamaged
        case "blocked.json": .blockedListDamaged
        default: .layoutRepaired
        }
      #expect(result.notices.first?.code == code)
      #expect(try outside.read("folder/file") == Array("precious".utf8))
      #expect(try outside.names() == ["folder"])
    }
  }

  @Test(arguments: commonDamages)
  func `an installation puts it right and works`(name: String, thing: Thing) throws {
    try withDamaged(name, thing) { (device, registry) throws in
      try registry.offer(SimulatedRelease("2.0.0", sequence: 2, in: TemporaryFolder()))
      #expect(try device.install(registry.url).outcome == .installed)
      let status = try device.installation.status()
      #expect(status.current?.version == "2.0.0")
      #expect(status.complete)
      #expect(status.notices == [.notVerified])
      #expect(try device.install(registry.url).notices == [.notVerified])
      #expect(try outside.read("folder/file") == Array("precious".utf8))
    }
  }

  @Test(arguments: ["current.json", "blocked.json"])
  func `going back works past a socket`(name: String) throws {
    try withDamaged(name, .socket) { (device, _) throws in
      #expect(try device.installation.rollback().outcome == .rolledBackToBuiltIn)
      #expect(try device.installation.status().blocked.count == 1)
    }
  }

  @Test(
    .enabled(if: SmallDisk.isAllowed, "a read-only disk needs root"), arguments: folders + files)
  func `what cannot be put right fails an installation, changes nothing, and keeps nothing from starting`(
    name: String
  ) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: true)
      let disk = try SmallDisk(at: device.installation.documentsFolder, kilobytes: 2_048)
      defer { disk.unmount() }
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      try put(Self.folders.contains(name) ? .file : .folder, at: device.path(name))
      try disk.set(readOnly: true)

      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.outcome == .builtIn)
      #expect(result.notices.first?.code == .upkeepFailed || Self.files.dropFirst().contains(name))
      #expect(result.notices.last?.code == .launchNotRecorded)
      let before = try FileManager.default.subpathsOfDirectory(atPath: device.path(""))
      #expect(try device.installError(registry.url)?.code == .permissionDenied)
      #expect(try FileManager.default.subpathsOfDirectory(atPath: device.path("")) == before)
    }
  }

  @Test(arguments: [Thing.file, .danglingLink, .linkToFolder])
  func `something else in place of the whole folder is named, and keeps nothing from starting`(thing: Thing)
    throws
  {
    try withRegistry { (registry, _) throws in
      let device = try TestDevice(builtIn: true)
      let path = device.folder.path("documents/mobile-web")
      try put(thing, at: path)
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.outcome == .builtIn)
      #expect(result.notices.last?.code == .launchNotRecorded)
      let error = try device.installError(registry.url)
      #expect(error?.code == .storageFailed)
      #expect(error?.message.contains(path) == true)
      #expect(error?.message.contains("move that away") == true)
      #expect(try outside.names(in: "folder") == ["file"])
    }
  }

  @Test func `two processes that repair at once never both install`() throws {
    try withDamaged("lock", .folder) { (device, _) throws in
      let first = try device.installation.root(.reconciliation)
      let second = try device.installation.root(.reconciliation)
      #expect(try LayoutRepair().run(first).count == 1)
      try first.installing { () throws(InstallerError) in
        #expect(try LayoutRepair().run(second) == [])
        let wasAlone = try second.installingIfAlone { () throws(InstallerError) in true } ?? false
        #expect(!wasAlone)
      }
    }
  }

  @Test func `a part of an archive that is no file is swept`() throws {
    try withDamaged("downloads/\(String(repeating: "0", count: 64)).zip", .folder) { (device, _) throws in
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.notices.map(\.code) == [.leftoversRemoved])
      #expect(try device.names("downloads") == [])
    }
  }
}
