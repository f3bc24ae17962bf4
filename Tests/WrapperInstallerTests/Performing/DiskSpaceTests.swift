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
      let device = try TestDevice()
      let disk = try SmallDisk(at: device.installation.documentsFolder, kilobytes: 1_024)
      defer { disk.unmount() }
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, files: ["index.html": "small"], in: folder))
      try device.install(registry.url)
      let before = try device.bytes("current.json")

      try disk.leave(kilobytes: kilobytes)
      let large = String(repeating: "compressible ", count: 60_000)
      try registry.offer(
        SimulatedRelease(
          "2.0.0", sequence: 2,
          files: ["index.html": large, "noise.bin": incompressibleText(bytes: 200_000)], in: folder))
      let error = try device.installError(registry.url)
      #expect(error?.code == .diskFull)
      #expect(try device.bytes("current.json") == before)
      #expect(try device.installation.status().healthy)
      #expect(try device.names("releases") == [".manifests", ".records", "1.0.0"])
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
