import Foundation
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

  /// A small file system of its own, where the system allows to mount one.
  @Test(
    .enabled(if: SmallDisk.isAllowed, "mounting a small file system needs root"),
    arguments: [128, 256, 384, 512])
  func `a disk that fills up in the middle is said to be full, and nothing changes`(kilobytes: Int) throws {
    try withRegistry { (registry, folder) throws in
      let disk = try SmallDisk(kilobytes: 1_024)
      defer { disk.unmount() }
      var device = try TestDevice()
      device.installation = Installation(
        documentsFolder: disk.folder.path, builtIn: nil, settings: InstallerSettings(), environment: .unmoved)
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, files: ["index.html": "small"], in: folder))
      try device.install(registry.url)
      let before = try disk.folder.read("mobile-web/current.json")

      try disk.leave(kilobytes: kilobytes)
      let large = String(repeating: "compressible ", count: 60_000)
      try registry.offer(
        SimulatedRelease(
          "2.0.0", sequence: 2,
          files: ["index.html": large, "noise.bin": incompressibleText(bytes: 200_000)], in: folder))
      let error = try device.installError(registry.url)
      #expect(error?.code == .diskFull)
      #expect(try disk.folder.read("mobile-web/current.json") == before)
      #expect(try device.installation.status().healthy)
      #expect(try disk.folder.names(in: "mobile-web/releases") == [".manifests", ".records", "1.0.0"])
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

/// A tmpfs of a fixed size.
private final class SmallDisk {
  let folder: TemporaryFolder

  /// Whether this process may mount.
  static let isAllowed: Bool = {
    guard let folder = try? TemporaryFolder(), mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else {
      return false
    }
    umount2(folder.path, 0)
    return true
  }()

  init(kilobytes: Int) throws {
    folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Fills the disk but for so much.
  func leave(kilobytes: Int) throws {
    var information = statvfs()
    guard statvfs(folder.path, &information) == 0 else { throw POSIXError(.EIO) }
    let free = Int(information.f_bavail) * Int(information.f_frsize)
    try folder.write([UInt8](repeating: 1, count: max(0, free - kilobytes << 10)), to: "filler")
  }

  func unmount() { umount2(folder.path, Int32(MNT_DETACH)) }
}
