import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// What a launch looks at before it starts a release.
@Suite struct LaunchCheckTests {
  private func withDevice(_ body: (inout TestDevice) throws -> Void) throws {
    try withRegistry { (registry, folder) throws in
      var device = try TestDevice(builtIn: true)
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      try body(&device)
    }
  }

  /// The stamp of the current release as it is written down.
  private func stamp(_ device: TestDevice) throws -> String? {
    try device.installation.existingState(during: .status).pointer.current?.stamp?.description
  }

  @Test func `an installation leaves the stamp that its launches find`() throws {
    try withDevice { device in
      let installed = try #require(try stamp(device))
      _ = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(try stamp(device) == installed)
    }
  }

  @Test func `files that somebody touched are read, and their stamp is written down when they are right`()
    throws
  {
    try withDevice { device in
      let before = try stamp(device)
      let page = try #require(try device.bytes("releases/1.0.0/index.html"))
      try device.folder.write(page, to: "documents/mobile-web/releases/1.0.0/index.html")
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.outcome == .installed)
      #expect(result.notices == [])
      #expect(try stamp(device) != before)
    }
  }

  @Test(arguments: [true, false])
  func `only reading sees what the file system does not tell`(isReading: Bool) throws {
    try withDevice { device in
      try device.write("as long as it is, and wrong", to: "releases/1.0.0/index.html")
      // A disk that forgot leaves no trace: the stamp is that of the files as they are now.
      let root = try device.installation.root(.launch)
      var pointer = try device.installation.existingState(during: .status).pointer
      let current = try #require(pointer.current)
      pointer.current?.stamp = try root.releases().stamp(of: current)
      try root.point(to: pointer)
      device.installation.settings.rehashesAtLaunch = isReading
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.outcome == (isReading ? .builtIn : .installed))
    }
  }

  @Test func `a release whose stamp was lost with the pointer is read`() throws {
    try withDevice { device in
      try device.write("torn", to: "current.json")
      try device.write("changed", to: "releases/1.0.0/index.html")
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").outcome == .builtIn)
    }
  }
}
