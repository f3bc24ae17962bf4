import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct LaunchTests {
  private func withInstalled(
    _ versions: [String], wrapperRange: String = "*", builtIn: Bool = false,
    _ body: (TestDevice, RegistrySimulator) throws -> Void
  ) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: builtIn)
      for (index, version) in versions.enumerated() {
        try registry.offer(
          SimulatedRelease(version, sequence: Int64(index + 1), wrapperRange: wrapperRange, in: folder))
        try device.install(registry.url)
      }
      try body(device, registry)
    }
  }

  @Test func `a launch names folder, entry file, address and a fresh token`() throws {
    try withInstalled(["1.0.0+build.7"]) { (device, _) throws in
      let first = try #require(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch)
      #expect(first.folder == device.path("releases/1.0.0+build.7"))
      #expect(first.entryFile == "index.html")
      #expect(first.url == "/index.html?webReleaseVersion=1.0.0%2Bbuild.7")
      #expect(first.version == "1.0.0+build.7")
      #expect(first.token.count == 48)
      let second = try #require(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch)
      #expect(second.token != first.token)
      let state = String(decoding: try #require(try device.bytes("current.json")), as: UTF8.self)
      #expect(!state.contains(second.token))
      #expect(!state.contains(first.token))
    }
  }

  @Test func `only the token of the running launch confirms`() throws {
    try withInstalled(["1.0.0"]) { (device, _) throws in
      #expect(try device.installation.confirm(token: "x") == .noLaunch)
      let old = try #require(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch)
      let running = try #require(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch)
      #expect(try device.installation.confirm(token: old.token) == .staleToken)
      #expect(try device.installation.status().current?.state == "pending")
      #expect(try device.installation.confirm(token: running.token) == .confirmed)
      #expect(try device.installation.status().current?.state == "healthy")
      #expect(try device.installation.status().lastGood?.version == "1.0.0")
    }
  }

  @Test func `the outgoing page's word does not credit the incoming release`() throws {
    try withInstalled(["1.0.0"]) { (device, registry) throws in
      let running = try #require(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch)
      try registry.offer(SimulatedRelease("2.0.0", sequence: 2, in: TemporaryFolder()))
      try device.install(registry.url)
      #expect(try device.installation.confirm(token: running.token) == .confirmed)
      let status = try device.installation.status()
      #expect(status.current?.state == "pending")
      #expect(status.previous?.state == "healthy")
    }
  }

  @Test func `after a store update an old web release does not run in a new wrapper`() throws {
    try withInstalled(["1.0.0"], wrapperRange: "^4", builtIn: true) { (device, _) throws in
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.9.0").outcome == .installed)
      let result = try device.installation.beginLaunch(wrapperVersion: "5.0.0")
      #expect(result.outcome == .builtIn)
      #expect(result.launch?.folder == device.folder.path("built-in"))
      #expect(result.notices.map(\.code) == [.releaseNotForWrapper, .fallbackUsed])
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.9.0").outcome == .installed)
    }
  }

  @Test func `a damaged release gives way to the one before, and is repaired by the next installation`()
    throws
  {
    try withInstalled(["1.0.0", "2.0.0"]) { (device, registry) throws in
      try device.write("broken", to: "releases/2.0.0/index.html")
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.launch?.version == "1.0.0")
      #expect(result.notices.map(\.code) == [.releaseDamaged, .fallbackUsed])
      #expect(try device.installation.status().current?.version == "1.0.0")
      #expect(try device.install(registry.url).outcome == .installed)
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch?.version == "2.0.0")
    }
  }

  @Test func `a first launch with nothing installed says so`() throws {
    let device = try TestDevice()
    let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
    #expect(result.outcome == .nothingInstalled)
    #expect(result.launch == nil)
  }

  @Test func `the built-in release is remembered for calls that do not name it`() throws {
    try withInstalled(["1.0.0"], builtIn: true) { (device, _) throws in
      let bare = Installation(
        documentsFolder: device.installation.documentsFolder, builtIn: nil, settings: InstallerSettings(),
        environment: .unmoved)
      #expect(try bare.status().builtIn?.folder == device.folder.path("built-in"))
      #expect(try bare.rollback().outcome == .rolledBackToBuiltIn)
    }
  }

  @Test func `a built-in release that is not there is no fallback`() throws {
    let device = try TestDevice(builtIn: true)
    try FileManager.default.removeItem(atPath: device.folder.path("built-in/index.html"))
    let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
    #expect(result.outcome == .nothingInstalled)
    #expect(result.notices.map(\.code) == [.builtInMissing])
  }

  @Test(arguments: ["4.5", "v4.5.0", ""])
  func `a wrapper version that is none is refused`(version: String) throws {
    let device = try TestDevice()
    let error = #expect(throws: InstallerError.self) {
      try device.installation.beginLaunch(wrapperVersion: version)
    }
    #expect(error?.code == .invalidConfiguration)
  }
}
