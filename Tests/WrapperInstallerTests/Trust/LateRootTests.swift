import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// A device that believed its server gets a root: what nobody signed has no standing from then on.
@Suite struct LateRootTests {
  /// A device that runs an unsigned release, and gets the root with the next call.
  private func withUnsigned(
    _ version: String, sequence: Int64 = 9, builtIn: Bool = false,
    _ body: (inout SignedWorld, SimulatedRelease) throws -> Void
  ) throws {
    try SignedWorld.with { (world) throws in
      let root = world.repository.pinnedRoot
      world.device = try TestDevice(builtIn: builtIn)
      let rogue = try SimulatedRelease(
        version, sequence: sequence, files: ["index.html": "rogue \(version)"], in: TemporaryFolder())
      try world.registry.offer(rogue)
      try #require(try world.device.install(world.registry.url).outcome == .installed)
      let launch = try world.device.installation.beginLaunch(wrapperVersion: "4.5.0")
      try #require(try world.device.installation.confirm(token: launch.launch?.token ?? "") == .confirmed)
      world.device.installation.settings.trustRoot = root
      try body(&world, rogue)
    }
  }

  private func start(_ world: SignedWorld) throws -> LaunchResult {
    try world.device.installation.beginLaunch(wrapperVersion: "4.5.0")
  }

  private func page(_ world: SignedWorld, _ version: String) throws -> String {
    String(decoding: try world.device.bytes("releases/\(version)/index.html") ?? [], as: UTF8.self)
  }

  @Test(arguments: ["1.0.0", "9.0.0", "10.0.0"])
  func `a signed release is taken whatever the version of the unsigned one`(version: String) throws {
    try withUnsigned("9.0.0") { (world, _) throws in
      try world.publish(world.release(version, sequence: 1))
      let result = try world.device.install(world.registry.url)
      #expect(result.outcome == .installed)
      #expect(result.current?.version == version)
      #expect(result.notices.map(\.code) == [.notSigned])
      #expect(try world.device.names("releases") == [".manifests", ".records", version])
      #expect(try page(world, version).contains("<title>\(version)"))
      #expect(try start(world).launch?.version == version)
      #expect(try world.device.install(world.registry.url).outcome == .current)
    }
  }

  @Test func `the same bytes become signed without being fetched again`() throws {
    try withUnsigned("1.0.0") { (world, rogue) throws in
      try world.publish(rogue)
      let downloads = world.registry.downloads
      #expect(try world.device.install(world.registry.url).outcome == .installed)
      #expect(world.registry.downloads == downloads)
      #expect(try world.device.installation.status().current?.state == "pending")
      #expect(try start(world).launch?.version == "1.0.0")
    }
  }

  @Test func `what a page did before it was signed is not held against the same bytes`() throws {
    try SignedWorld.with { (world) throws in
      let root = world.repository.pinnedRoot
      world.device = try TestDevice()
      let release = try world.release("1.0.0", sequence: 1)
      try world.registry.offer(release)
      try world.device.install(world.registry.url)
      let token = try #require(try start(world).launch?.token)
      _ = try world.device.installation.report(.foreground(for: .seconds(30)), token: token)
      #expect(try world.device.installation.confirm(token: token) == .confirmed)
      world.device.installation.settings.trustRoot = root
      try world.publish(release)
      #expect(try world.device.install(world.registry.url).outcome == .installed)
      let result = try start(world)
      #expect(result.launch?.version == "1.0.0")
      #expect(result.notices == [])
    }
  }

  @Test func `nobody goes back to what was not signed`() throws {
    try withUnsigned("1.0.0", builtIn: true) { (world, _) throws in
      try world.publish(world.release("1.0.1", sequence: 10))
      #expect(try world.device.install(world.registry.url).outcome == .installed)
      #expect(try world.device.installation.rollback().outcome == .rolledBackToBuiltIn)
      #expect(try start(world).outcome == .builtIn)
    }
  }

  @Test func `a rollback leaves nothing unsigned to leave`() throws {
    try withUnsigned("1.0.0") { (world, _) throws in
      let result = try world.device.installation.rollback()
      #expect(result.outcome == .nothingToLeave)
      #expect(result.notices.map(\.code) == [.notSigned])
      #expect(try world.device.installation.status().blocked.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `a launch starts the built-in release in place of the unsigned one, or nothing`(builtIn: Bool) throws {
    try withUnsigned("9.0.0", builtIn: builtIn) { (world, _) throws in
      #expect(try world.device.installation.status().notices.map(\.code) == [.notSigned])
      let result = try start(world)
      #expect(result.outcome == (builtIn ? .builtIn : .nothingInstalled))
      #expect(result.notices.map(\.code) == [.notSigned])
      #expect(try start(world).notices == [])
      world.registry.answerMetadata(with: 503)
      let offline = try world.device.install(world.registry.url)
      #expect(offline.outcome == (builtIn ? .offlineUsingBuiltIn : .nothingInstalled))
    }
  }

  @Test func `the root that is kept counts as one that is given`() throws {
    try withUnsigned("9.0.0") { (world, _) throws in
      world.device.installation.settings.trustRoot = nil
      #expect(try start(world).launch?.version == "9.0.0")
      try world.device.write(
        String(decoding: world.repository.pinnedRoot, as: UTF8.self), to: "trust/root.json")
      #expect(try start(world).outcome == .nothingInstalled)
    }
  }

  @Test(arguments: ["", "{", nil])
  func `a pointer that is rebuilt leaves out what was not signed`(pointer: String?) throws {
    try withUnsigned("9.0.0") { (world, _) throws in
      if let pointer {
        try world.device.write(pointer, to: "current.json")
      } else {
        try FileManager.default.removeItem(atPath: world.device.path("current.json"))
      }
      let result = try start(world)
      #expect(result.outcome == .nothingInstalled)
      #expect(result.notices.map(\.code).contains(.notSigned))
    }
  }

  @Test func `a signed release that is still there starts in its place`() throws {
    try SignedWorld.with { (world) throws in
      let root = world.repository.pinnedRoot
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      world.device.installation.settings.trustRoot = nil
      try FileManager.default.removeItem(atPath: world.device.path("trust"))
      try world.registry.offer(world.release("2.0.0", sequence: 2))
      #expect(try world.install().outcome == .installed)
      #expect(try start(world).launch?.version == "2.0.0")
      world.device.installation.settings.trustRoot = root
      let result = try start(world)
      #expect(result.launch?.version == "1.0.0")
      #expect(result.notices.map(\.code) == [.notSigned])
    }
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "breaking a disk needs root"))
  func `a launch that cannot be written down starts nothing unsigned either`() throws {
    try withUnsigned("9.0.0", builtIn: true) { (world, _) throws in
      let device = world.device
      #expect(chmod(device.folder.path, 0o755) == 0)
      try withUnreadable(device.path("current.json")) { try expectBuiltIn(device.installation) }
      try asNobody { try expectBuiltIn(device.installation) }
    }
  }

  private func expectBuiltIn(_ installation: Installation) throws {
    let result = try installation.beginLaunch(wrapperVersion: "4.5.0")
    #expect(result.outcome == .builtIn)
    #expect(result.notices.map(\.code).contains(.launchNotRecorded))
  }
}
