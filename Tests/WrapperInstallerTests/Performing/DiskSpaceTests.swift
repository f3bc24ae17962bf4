import Foundation
import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct DiskSpaceTests {
  @Test func `too little room is found before anything is fetched`() throws {
    try withRegistry { (registry, folder) throws in
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      var device = try TestDevice()
      device.installation = Installation(
        documentsFolder: device.installation.documentsFolder, builtIn: nil, settings: InstallerSettings(),
        environment: .full)
      let error = try device.installError(registry.url)
      #expect(error?.code == .notEnoughSpace)
      #expect(error?.stage == .space)
      #expect(registry.downloads == 0)
    }
  }

  /// Where a disk is full: after so many bytes of the archive, or of its files once the archive is there.
  enum Edge: Sendable, CaseIterable {
    case nothing, firstByte, halfArchive, lastByteOfArchive, archive, firstByteOfFiles, lastByteOfFiles

    func room(_ release: SimulatedRelease) -> UInt64 {
      let archive = UInt64(release.archive.count)
      switch self {
      case .nothing: return 0
      case .firstByte: return 1
      case .halfArchive: return archive / 2
      case .lastByteOfArchive: return archive - 1
      case .archive: return archive
      case .firstByteOfFiles: return archive + 1
      case .lastByteOfFiles: return archive + release.candidate.tree.unpackedBytes - 1
      }
    }
  }

  @Test(arguments: Edge.allCases)
  func `a write that finds the disk full leaves the old release, and the next installation goes on`(
    at edge: Edge
  ) async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let folder = try TemporaryFolder()
    try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
    let device = try TestDevice()
    try device.install(registry.url)
    let before = try device.bytes("current.json")
    let release = try SimulatedRelease("2.0.0", sequence: 2, in: folder)
    try registry.offer(release)

    func install(roomBytes: UInt64) async throws -> InstallResult {
      var conditions = DeviceConditions()
      conditions.roomBytes = roomBytes
      return try await ReleaseInstaller(
        documentsFolder: device.installation.documentsFolder, builtIn: nil, settings: InstallerSettings(),
        conditions: conditions
      ).install(from: device.source(registry.url))
    }

    let room = edge.room(release)
    let error = await #expect(throws: InstallerError.self) { try await install(roomBytes: room) }
    let archive = UInt64(release.archive.count)
    #expect(error?.code == .diskFull)
    #expect(error?.stage == (room < archive ? .download : .extraction))
    #expect(try device.bytes("current.json") == before)
    #expect(try device.names("releases") == [".manifests", ".records", "1.0.0"])
    #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch?.version == "1.0.0")

    // What was fetched is there, so that as much as was missing is enough now, and a byte less is not.
    let missing = archive + release.candidate.tree.unpackedBytes - min(room, archive)
    await #expect(throws: InstallerError.self) { try await install(roomBytes: missing - 1) }
    // All of the archive is there now.
    let files = release.candidate.tree.unpackedBytes
    #expect(try await install(roomBytes: files).outcome == .installed)
    #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch?.version == "2.0.0")
  }

  /// What there is less and less of.
  enum Room: String, CaseIterable, Sendable { case blocks, files }

  /// A disk with room for nothing, then for a little more, until there is enough: it fills up at every write in turn.
  @Test(
    .enabled(if: SmallDisk.isAllowed, "mounting a small file system needs root"), arguments: Room.allCases)
  func `disk full is said to be that, not that a "file doesn't exist", at every write; nothing changes`(
    of room: Room
  ) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      let disk = try SmallDisk(at: device.installation.documentsFolder, kilobytes: 1_024)
      defer { disk.unmount() }
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, files: ["index.html": "small"], in: folder))
      try device.install(registry.url)
      let before = try device.bytes("current.json")
      let files = [
        "index.html": String(repeating: "compressible ", count: 2_000),
        "a/noise.bin": incompressibleText(bytes: 20_000),
      ]
      let release = try SimulatedRelease("2.0.0", sequence: 2, files: files, in: folder)
      try registry.offer(release)

      var stages: Set<InstallStage> = []
      for count in 0... {
        switch room {
        case .blocks: try disk.leave(kilobytes: 4 * count)
        case .files: try disk.leave(files: count)
        }
        guard let error = try device.installError(registry.url) else { break }
        #expect(error.code == .diskFull, "\(count): \(error)")
        stages.insert(error.stage)
        #expect(try device.bytes("current.json") == before)
        #expect(try device.installation.status().complete)
        #expect(try device.names("releases") == [".manifests", ".records", "1.0.0"])
        // That the update failed is written down for the page where there is room, and for the registry.
        #expect(
          try device.names().filter { $0 != "findings.json" } == [
            "cache", "current.json", "downloads", "lock", "outbox", "releases", "reporting.json",
          ])
        #expect(try device.names("cache").allSatisfy { !$0.hasSuffix(".new") })
        #expect(try device.names("outbox").allSatisfy { !$0.hasSuffix(".new") })
        // What was fetched is kept, to be continued when there is room.
        #expect(try device.names("downloads").allSatisfy { $0.hasPrefix("\(release.candidate.artifact).") })
        if room == .blocks { try disk.makeRoom() }
      }
      #expect(try device.installation.status().current?.version == "2.0.0")
      #expect(stages == [.download, .extraction, .activation], "\(stages)")
    }
  }
}

extension DeviceEnvironment {
  /// A disk with a few bytes left.
  fileprivate static var full: DeviceEnvironment {
    var environment = unmoved
    environment.freeBytes = { _ in 4_096 }
    return environment
  }
}
