import Foundation
import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// Pointers that are whole, and of another time than the releases on disk: restored from a backup, or left by a rename that
/// the disk lost.
@Suite struct OutdatedPointerTests {
  /// The bytes of `current.json` after each of three installed and confirmed releases; the last two are on disk.
  private func withThreeReleases(
    builtIn: Bool = false, _ body: (TestDevice, RegistrySimulator, _ pointers: [[UInt8]]) throws -> Void
  ) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: builtIn)
      var pointers: [[UInt8]] = []
      for sequence in 1...3 {
        try registry.offer(SimulatedRelease("\(sequence).0.0", sequence: Int64(sequence), in: folder))
        try device.install(registry.url)
        let launch = try start(device).launch
        try #require(try device.installation.confirm(token: launch?.token ?? "") == .confirmed)
        pointers.append(try #require(try device.bytes("current.json")))
      }
      try #require(try device.names("releases") == [".manifests", ".records", "2.0.0", "3.0.0"])
      try body(device, registry, pointers)
    }
  }

  private func start(_ device: TestDevice) throws -> LaunchResult {
    try device.installation.beginLaunch(wrapperVersion: "4.5.0")
  }

  private func put(_ pointer: [UInt8], on device: TestDevice) throws {
    try device.folder.write(pointer, to: "documents/mobile-web/current.json")
  }

  /// A pointer that its checksum fits and that names nothing.
  private var nothing: [UInt8] { StateSeal.sealing(Array(#"{"schemaVersion":2}"#.utf8)) }

  @Test func `one whose releases are gone is rebuilt from those that are there`() throws {
    try withThreeReleases { (device, registry, pointers) throws in
      try put(pointers[0], on: device)
      #expect(try device.installation.status().current?.version == "3.0.0")
      let result = try start(device)
      #expect(result.launch?.version == "3.0.0")
      #expect(result.notices.map(\.code) == [.pointerDamaged])
      #expect(try device.installation.status().previous?.version == "2.0.0")
      #expect(try start(device).notices == [])
      #expect(try device.install(registry.url).outcome == .current)
    }
  }

  @Test func `one whose releases are incomplete is rebuilt from those that are complete`() throws {
    try withThreeReleases { (device, _, pointers) throws in
      try put(pointers[0], on: device)
      try device.write("half", to: "releases/1.0.0/index.html")
      #expect(try start(device).launch?.version == "3.0.0")
    }
  }

  @Test func `one of the same version with other bytes does not hide the release on disk`() throws {
    try withRegistry { (registry, folder) throws in
      let devices = [try TestDevice(), try TestDevice()]
      for (number, device) in devices.enumerated() {
        try registry.offer(
          SimulatedRelease(
            "1.0.0", sequence: 1, files: ["index.html": "<!doctype html>\(number)"], in: folder))
        try device.install(registry.url)
      }
      try put(#require(try devices[0].bytes("current.json")), on: devices[1])
      let result = try start(devices[1])
      #expect(result.launch?.version == "1.0.0")
      #expect(result.notices.map(\.code) == [.pointerDamaged])
      #expect(try devices[1].installation.status().complete)
    }
  }

  @Test func `one with a release that can start is followed`() throws {
    try withThreeReleases { (device, _, pointers) throws in
      try put(pointers[1], on: device)
      let result = try start(device)
      #expect(result.launch?.version == "2.0.0")
      #expect(result.notices.map(\.code) == [.releaseMissing])
    }
  }

  @Test func `an installation without the network removes nothing that could start`() throws {
    try withThreeReleases { (device, registry, pointers) throws in
      for pointer in [pointers[0], nothing] {
        try put(pointer, on: device)
        registry.stop()
        #expect(try device.install(registry.url).outcome == .offlineUsingInstalled)
        #expect(try device.names("releases") == [".manifests", ".records", "2.0.0", "3.0.0"])
        #expect(try start(device).launch?.version == "3.0.0")
      }
    }
  }

  @Test func `what failed here stays blocked`() throws {
    try withThreeReleases { (device, _, pointers) throws in
      let newest = try #require(try device.installation.status().current)
      try device.write("", to: "blocked/\(newest.artifactSha256)")
      try put(pointers[0], on: device)
      #expect(try start(device).launch?.version == "2.0.0")
    }
  }

  @Test(arguments: [true, false])
  func `one that names nothing is believed where the built-in release starts`(builtIn: Bool) throws {
    try withThreeReleases(builtIn: builtIn) { (device, _, _) throws in
      try put(nothing, on: device)
      let result = try start(device)
      #expect(result.launch?.version == (builtIn ? nil : "3.0.0"))
      #expect(result.outcome == (builtIn ? .builtIn : .installed))
    }
  }

  @Test func `a built-in release that is gone does not stand for the others`() throws {
    try withThreeReleases(builtIn: true) { (device, _, _) throws in
      try put(nothing, on: device)
      try FileManager.default.removeItem(atPath: device.folder.path("built-in"))
      #expect(try start(device).launch?.version == "3.0.0")
    }
  }

  @Test func `a launch that cannot be recorded starts what is there all the same`() throws {
    try withThreeReleases { (device, _, pointers) throws in
      try put(pointers[0], on: device)
      let state = SalvagedState(of: device.installation)
      #expect(state.failure == nil)
      #expect(state.pointer.current?.version.description == "3.0.0")
    }
  }

  @Test func `with a root, only what was signed is there`() throws {
    try SignedWorld.with { (world) throws in
      let root = world.repository.pinnedRoot
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      let old = try #require(try world.device.bytes("current.json"))
      try world.publish(world.release("2.0.0", sequence: 2))
      #expect(try world.install().outcome == .installed)
      world.device.installation.settings.trustRoot = nil
      try FileManager.default.removeItem(atPath: world.device.path("trust"))
      try world.registry.offer(world.release("9.0.0", sequence: 9))
      #expect(try world.install().outcome == .installed)
      world.device.installation.settings.trustRoot = root
      try put(old, on: world.device)
      #expect(try start(world.device).launch?.version == "2.0.0")
      try FileManager.default.removeItem(atPath: world.device.path("releases/2.0.0"))
      try put(old, on: world.device)
      #expect(try start(world.device).outcome == .nothingInstalled)
    }
  }
}
