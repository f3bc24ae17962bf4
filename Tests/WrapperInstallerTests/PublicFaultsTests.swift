import Glibc
import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// The rows "Rollback and state" of the kinds of fault that systems like this have shipped. Kills at every instruction are
/// swept elsewhere.
@Suite struct PublicFaultsTests {
  private func withDevice(
    _ body: (TestDevice, RegistrySimulator, TemporaryFolder) throws -> Void
  ) throws {
    try withRegistry { (registry, folder) throws in try body(TestDevice(builtIn: true), registry, folder) }
  }

  private func begin(_ device: TestDevice) throws -> Launch {
    try #require(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch)
  }

  @discardableResult
  private func install(
    _ version: String, _ sequence: Int64, _ device: TestDevice, _ registry: RegistrySimulator,
    _ folder: TemporaryFolder
  ) throws -> InstallResult {
    try registry.offer(SimulatedRelease(version, sequence: sequence, in: folder))
    return try device.install(registry.url)
  }

  @Test func `the outgoing page's "ready" credits the incoming release`() throws {
    try withDevice { (device, registry, folder) throws in
      try install("1.0.0", 1, device, registry, folder)
      let outgoing = try begin(device)
      try install("2.0.0", 2, device, registry, folder)
      let incoming = try begin(device)
      #expect(try device.installation.confirm(token: outgoing.token) == .staleToken)
      #expect(try device.installation.status().current?.state == "pending")
      #expect(try device.installation.confirm(token: incoming.token) == .confirmed)
    }
  }

  @Test func `rollback, then the same download, for ever`() throws {
    try withDevice { (device, registry, folder) throws in
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      for _ in 1...5 {
        try device.install(registry.url)
        _ = try begin(device)
      }
      #expect(registry.downloads == 1)
      #expect(try device.install(registry.url).reason == "blocked")
      #expect(try begin(device).version == nil)
    }
  }

  @Test func `blocked for ever, even fixed bytes`() throws {
    try withDevice { (device, registry, folder) throws in
      try install("1.0.0", 1, device, registry, folder)
      _ = try device.installation.report(.foreground(for: .seconds(20)), token: begin(device).token)
      #expect(try device.install(registry.url).reason == "blocked")
      #expect(try install("1.0.1", 2, device, registry, folder).outcome == .installed)
      #expect(try begin(device).version == "1.0.1")
    }
  }

  @Test func `hang before the first frame is not a crash, so no rollback`() throws {
    try withDevice { (device, registry, folder) throws in
      try install("1.0.0", 1, device, registry, folder)
      let hung = try begin(device)
      for _ in 1...19 {
        #expect(
          try device.installation.report(.foreground(for: .seconds(1)), token: hung.token).outcome == .waiting
        )
      }
      let report = try device.installation.report(.foreground(for: .seconds(1)), token: hung.token)
      #expect(report.takenBack?.code == "ready_timeout")
      #expect(try begin(device).version == nil)
    }
  }

  @Test func `first update with nothing before it: no way back`() throws {
    try withDevice { (device, registry, folder) throws in
      try install("1.0.0", 1, device, registry, folder)
      for _ in 1...3 { #expect(try begin(device).version == "1.0.0") }
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.outcome == .builtIn)
      #expect(result.notices.map(\.code) == [.releaseTakenBack])
    }
  }

  @Test(arguments: ["", "half", "\0\0\0\0\0\0\0\0", #"{"schemaVersion":99}"#, "[]", "null"])
  func `broken state file crashes the app`(damage: String) throws {
    try withDevice { (device, registry, folder) throws in
      try install("1.0.0", 1, device, registry, folder)
      let bytes = try #require(try device.bytes("current.json"))
      if damage == "half" {
        try device.folder.write(bytes.prefix(bytes.count / 2), to: "documents/mobile-web/current.json")
      } else {
        try device.write(damage, to: "current.json")
      }
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.launch?.version == "1.0.0")
      #expect(result.notices.count == 1)
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").notices == [])
    }
  }

  @Test func `DOWNLOADING left by a kill taken as ready, or for ever`() throws {
    try withDevice { (device, registry, folder) throws in
      try install("1.0.0", 1, device, registry, folder)
      let release = try SimulatedRelease("2.0.0", sequence: 2, in: folder)
      try registry.offer(release)
      // What a kill leaves while an archive comes: its beginning.
      let part = "downloads/\(release.candidate.artifact).partial"
      try device.folder.write(
        Array(release.archive.prefix(release.archive.count / 2)), to: "documents/mobile-web/\(part)")
      #expect(try begin(device).version == "1.0.0")
      #expect(try device.install(registry.url).outcome == .installed)
      #expect(try begin(device).version == "2.0.0")
      #expect(try device.names("downloads") == [])
    }
  }

  @Test func `two updates at once`() throws {
    try withDevice { (device, registry, folder) throws in
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      let root = try InstallationRoot(documentsFolder: device.folder.path("documents"), stage: .activation)
      try root.installing { () throws(InstallerError) in
        let error = #expect(throws: InstallerError.self) { try device.install(registry.url) }
        #expect(error?.code == .installInProgress)
      }
      #expect(try device.install(registry.url).outcome == .installed)
    }
  }

  @Test func `rebuilt or extracted tree corrupt though every checksum passed`() throws {
    try withDevice { (device, registry, folder) throws in
      try install("1.0.0", 1, device, registry, folder)
      let page = try #require(try device.bytes("releases/1.0.0/index.html"))
      // As long as before, and another file.
      try device.folder.write(
        Array(page.dropLast()) + [UInt8(ascii: "!")], to: "documents/mobile-web/releases/1.0.0/index.html")
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.outcome == .builtIn)
      #expect(result.notices.map(\.code) == [.releaseDamaged, .fallbackUsed])
    }
  }

  @Test func `downloaded, not extracted → loops`() throws {
    try withDevice { (device, registry, folder) throws in
      try install("1.0.0", 1, device, registry, folder)
      let release = try SimulatedRelease("2.0.0", sequence: 2, in: folder)
      try registry.offer(release)
      // What a kill leaves while an archive is unpacked: all of it, and some of the tree.
      try device.folder.write(
        release.archive, to: "documents/mobile-web/downloads/\(release.candidate.artifact).zip")
      try device.write("<!doctype", to: "releases/.staging-00ff/index.html")
      #expect(try begin(device).version == "1.0.0")
      #expect(try !device.names("releases").contains(".staging-00ff"))
      #expect(try device.install(registry.url).outcome == .installed)
      #expect(try begin(device).version == "2.0.0")
      #expect(try device.names("downloads") == [])
    }
  }

  @Test func `old and temporary files grow`() throws {
    try withDevice { (device, registry, folder) throws in
      for sequence in 1...50 {
        try install("1.\(sequence).0", Int64(sequence), device, registry, folder)
        let launch = try begin(device)
        // Some work, some do not.
        switch sequence % 3 {
        case 0: _ = try device.installation.confirm(token: launch.token)
        case 1: _ = try device.installation.report(.foreground(for: .seconds(30)), token: launch.token)
        default: break
        }
        #expect(try device.names("releases").filter { !$0.hasPrefix(".") }.count <= 3)
      }
      #expect(try device.names("downloads") == [])
      #expect(try device.names("releases/.records").count <= 3)
      #expect(try device.names("releases/.manifests").count <= 3)
      let names = try device.names()
      #expect(
        names
          == [
            "blocked", "blocked.json", "cache", "current.json", "downloads", "findings.json", "lock",
            "outbox",
            "releases", "reporting.json",
          ])
      let waiting = try device.names("cache") + device.names("outbox")
      #expect(!waiting.contains { $0.hasPrefix(".") && $0.hasSuffix(".new") })
    }
  }

  @Test(arguments: [-315_360_000, 315_360_000] as [Int64])
  func `device clock 10 years off`(seconds: Int64) throws {
    try SignedWorld.with { world in
      try world.publish(world.release("1.0.0", sequence: 1))
      world.setClock(1_784_700_000 + seconds)
      let result = try world.install()
      // Behind, it is selected as ever, and said; ahead, what vouches for it has expired, and that is said.
      #expect(result.outcome == (seconds < 0 ? .installed : .notTrusted))
      #expect(seconds < 0 ? result.notices.map(\.code) == [.clockBehind] : result.reason == "expired_root")
    }
    try withDevice { (device, registry, folder) throws in
      var device = device
      device.installation.environment.now = { Timestamp(secondsSinceEpoch: 1_784_700_000 + seconds) }
      let result = try install("1.0.0", 1, device, registry, folder)
      #expect(result.outcome == .installed)
      // Without a root nothing expires; that a release is old does not say that the clock is ahead.
      #expect(result.notices.map(\.code) == (seconds < 0 ? [.notVerified, .clockBehind] : [.notVerified]))
      let launch = try begin(device)
      #expect(launch.version == "1.0.0")
      device.installation.environment.now = { Timestamp(secondsSinceEpoch: 1_784_700_000 - seconds) }
      #expect(try device.installation.confirm(token: launch.token) == .confirmed)
      #expect(try install("2.0.0", 2, device, registry, folder).outcome == .installed)
      #expect(try begin(device).version == "2.0.0")
    }
  }
}
