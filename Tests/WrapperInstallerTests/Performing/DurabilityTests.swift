import Foundation
import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// Disks that fail just when the pointer moves.
@Suite struct DurabilityTests {
  @Test func `a pointer that has moved is called that, and nothing old goes before it is durable`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      for sequence in 1...3 {
        try registry.offer(SimulatedRelease("\(sequence).0.0", sequence: Int64(sequence), in: folder))
        if sequence < 3 { try device.install(registry.url) }
      }
      let error = try device.installError(
        registry.url, failingSyncOf: device.folder.path("documents/mobile-web"))
      #expect(error?.code == .pointerNotDurable)
      #expect(error?.message.contains("is what counts from now on") == true)
      #expect(try device.installation.status().current?.version == "3.0.0")
      #expect(try trees(device) == ["1.0.0", "2.0.0", "3.0.0"])

      #expect(try device.install(registry.url).outcome == .current)
      #expect(try trees(device) == ["2.0.0", "3.0.0"])
    }
  }

  @Test func `going back says that the pointer has moved, too`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      for sequence in 1...2 {
        try registry.offer(SimulatedRelease("\(sequence).0.0", sequence: Int64(sequence), in: folder))
        try device.install(registry.url)
      }
      let pointer = try #require(try device.pointer())
      let code = try onThreadOfItsOwn { () throws -> InstallerError.Code? in
        let root = try device.installation.root(.rollback)
        try failSync(of: device.folder.path("documents/mobile-web"))
        do throws(InstallerError) {
          try root.point(to: pointer.goingBack(to: pointer.previous))
          return nil
        } catch {
          return error.code
        }
      }
      #expect(code == .pointerNotDurable)
      #expect(try device.pointer()?.current?.version == pointer.previous?.version)
    }
  }

  @Test func `a damaged tree that was replaced stays until the pointer is durable`() throws {
    try withRegistry { (registry, folder) throws in
      let release = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
      try registry.offer(release)
      let device = try TestDevice()
      try device.install(registry.url)
      let current = try #require(try device.pointer()?.current)
      try device.write("new", to: "releases/.staging-1/index.html")
      let releases = try device.installation.root(.activation).releases()
      try releases.adopt(staging: ".staging-1", as: current)
      #expect(try device.bytes("releases/1.0.0/index.html") == Array("new".utf8))
      #expect(try device.bytes("releases/.staging-1-replaced/index.html") != nil)

      #expect(try device.install(registry.url).outcome == .repaired)
      #expect(try device.names("releases") == [".manifests", ".records", "1.0.0"])
    }
  }

  @Test func `a tree that was there already has a durable name before the pointer names it`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      let first = try #require(try device.bytes("current.json"))
      try registry.offer(SimulatedRelease("2.0.0", sequence: 2, in: folder))
      try device.install(registry.url)
      // As after a kill between the name of the tree and the pointer.
      try device.folder.write(first, to: "documents/mobile-web/current.json")
      let code = try device.installError(registry.url, failingSyncOf: device.path("releases"))?.code
      #expect(code == .storageFailed)
      #expect(try device.pointer()?.current?.version.description == "1.0.0")

      #expect(try device.install(registry.url).current?.version == "2.0.0")
    }
  }

  @Test func `so has every tree that a rebuilt pointer names`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      try FileManager.default.removeItem(atPath: device.path("current.json"))
      let code = try onThreadOfItsOwn { () throws -> InstallerError.Code? in
        let root = try device.installation.root(.reconciliation)
        let releases = try root.releases()
        try failSync(of: device.path("releases"))
        do throws(InstallerError) {
          _ = try device.installation.reconcile(root, releases)
          return nil
        } catch {
          return error.code
        }
      }
      #expect(code == .storageFailed)
      #expect(try device.bytes("current.json") == nil)
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch?.version == "1.0.0")
    }
  }

  private func trees(_ device: TestDevice) throws -> [String] {
    try device.names("releases").filter { !$0.hasPrefix(".") }
  }
}

extension TestDevice {
  /// What `current.json` says.
  fileprivate func pointer() throws -> CurrentPointer? {
    guard case .value(let pointer) = try StateFile.pointer.read(in: installation.root(.status).folder) else {
      return nil
    }
    return pointer
  }
}
