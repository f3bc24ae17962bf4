import Foundation
import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct InstallTests {
  @Test func `installs exactly the bundle's files, points at them, and leaves nothing else`() throws {
    try withRegistry { (registry, folder) throws in
      let release = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
      try registry.offer(release)
      let device = try TestDevice()
      let result = try device.install(registry.url)
      #expect(result.outcome == .installed)
      #expect(result.current?.version == "1.0.0")
      #expect(result.current?.state == "pending")
      #expect(result.notices.map(\.code) == [.notVerified])
      for (path, text) in SimulatedRelease.files(of: "1.0.0") {
        #expect(try device.bytes("releases/1.0.0/\(path)") == Array(text.utf8))
      }
      #expect(
        try device.names()
          == ["cache", "current.json", "downloads", "lock", "outbox", "releases", "reporting.json"]
      )
      #expect(try device.names("releases") == [".manifests", ".records", "1.0.0"])
      #expect(try device.names("releases/.manifests") == ["\(release.candidate.tree.sha256).json"])
      #expect(try device.names("downloads") == [])
    }
  }

  @Test func `the same release again is current, without another download`() throws {
    try withRegistry { (registry, folder) throws in
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      let device = try TestDevice()
      try device.install(registry.url)
      #expect(try device.install(registry.url).outcome == .current)
      #expect(registry.downloads == 1)
    }
  }

  @Test func `an archive that a killed installation left behind its pointer goes with the next one`() throws {
    try withRegistry { (registry, folder) throws in
      let release = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
      try registry.offer(release)
      let device = try TestDevice()
      try device.install(registry.url)
      try device.write("x", to: "downloads/\(release.candidate.artifact).zip")
      try device.write("x", to: "releases/0.9.0/index.html")
      #expect(try device.install(registry.url).outcome == .current)
      #expect(try device.names("downloads") == [])
      #expect(try device.names("releases") == [".manifests", ".records", "1.0.0"])
    }
  }

  @Test func `an update keeps the release before`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      for sequence in 1...3 {
        try registry.offer(SimulatedRelease("\(sequence).0.0", sequence: Int64(sequence), in: folder))
        #expect(try device.install(registry.url).outcome == .installed)
      }
      let status = try device.installation.status()
      #expect(status.current?.version == "3.0.0")
      #expect(status.previous?.version == "2.0.0")
      #expect(status.complete)
      #expect(try device.names("releases").filter { !$0.hasPrefix(".") } == ["2.0.0", "3.0.0"])
      #expect(try device.names("releases/.records") == ["2.0.0.json", "3.0.0.json"])
    }
  }

  @Test func `fifty updates leave at most three trees and no temporary file`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      for sequence in 1...50 {
        try registry.offer(
          SimulatedRelease(
            "1.\(sequence).0", sequence: Int64(sequence), files: ["index.html": "\(sequence)"], in: folder))
        try device.install(registry.url)
        let launch = try #require(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch)
        if sequence == 10 { #expect(try device.installation.confirm(token: launch.token) == .confirmed) }
      }
      #expect(
        try device.names("releases") == [".manifests", ".records", "1.10.0", "1.49.0", "1.50.0"])
      #expect(try device.names("releases/.manifests").count == 3)
      #expect(try device.names("downloads") == [])
      #expect(
        try device.names() == [
          "cache", "current.json", "downloads", "lock", "outbox", "releases", "reporting.json",
        ])
      #expect(try device.names("cache").count == 1)
    }
  }

  @Test func `when the running release is withdrawn, the device moves, and does not fetch what it still has`()
    throws
  {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      let old = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
      try registry.offer(old)
      try device.install(registry.url)
      try registry.offer(SimulatedRelease("2.0.0", sequence: 2, in: folder))
      try device.install(registry.url)
      try registry.offer(old)
      let result = try device.install(registry.url)
      #expect(result.outcome == .movedFromWithdrawn)
      #expect(result.current?.version == "1.0.0")
      #expect(registry.downloads == 2)
    }
  }

  @Test func `nothing for you changes nothing, and names the reason`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      registry.offerNothing(reason: "wrapper_out_of_range")
      let result = try device.install(registry.url)
      #expect(result.outcome == .nothingOffered)
      #expect(result.reason == "wrapper_out_of_range")
      #expect(result.current?.version == "1.0.0")
    }
  }

  @Test func `a damaged current release is installed again`() throws {
    try withRegistry { (registry, folder) throws in
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      let device = try TestDevice()
      try device.install(registry.url)
      try device.write("changed", to: "releases/1.0.0/index.html")
      try device.write("more", to: "releases/1.0.0/extra.html")
      #expect(try device.installation.status().complete == false)
      #expect(try device.install(registry.url).outcome == .repaired)
      #expect(try device.installation.status().complete)
      #expect(try device.names("releases") == [".manifests", ".records", "1.0.0"])
    }
  }

  @Test func `being offline goes on with what is there, and says so when nothing is`() throws {
    let gone = try RegistrySimulator()
    gone.stop()
    let empty = try TestDevice().install(gone.url)
    #expect(empty.outcome == .nothingInstalled)
    #expect(empty.reason == "unreachable")
    #expect(try TestDevice(builtIn: true).install(gone.url).outcome == .offlineUsingBuiltIn)
    try withRegistry { (registry, folder) throws in
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      let device = try TestDevice()
      try device.install(registry.url)
      let result = try device.install(gone.url)
      #expect(result.outcome == .offlineUsingInstalled)
      #expect(result.current?.version == "1.0.0")
      registry.answer(503, "{}")
      #expect(try device.install(registry.url).reason == "status_503")
    }
  }

  @Test func `a prerelease user is offered neither the version that runs already nor an older one`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(SimulatedRelease("2.0.0-rc.1", sequence: 1, in: folder))
      try device.install(registry.url)
      #expect(try device.install(registry.url).outcome == .current)
      // The newest stable release comes later and is lower.
      try registry.offer(SimulatedRelease("1.9.0", sequence: 2, in: folder))
      let result = try device.install(registry.url)
      #expect(result.outcome == .refused)
      #expect(result.reason == "lower_version")
      #expect(result.current?.version == "2.0.0-rc.1")
      #expect(registry.downloads == 1)
      try registry.offer(SimulatedRelease("2.0.0", sequence: 3, in: folder))
      #expect(try device.install(registry.url).current?.version == "2.0.0")
    }
  }

  @Test func `"withdraw", "nothing for you" and "roll back" do not share one answer`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      let old = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
      let new = try SimulatedRelease("2.0.0", sequence: 2, in: folder)
      for release in [old, new] {
        try registry.offer(release)
        try device.install(registry.url)
      }
      registry.offerNothing(reason: "wrapper_out_of_range")
      let nothing = try device.install(registry.url)
      #expect(nothing.outcome == .nothingOffered)
      #expect(nothing.current?.version == "2.0.0", "goes on with what it has")

      try registry.offer(old)
      let withdrawn = try device.install(registry.url)
      #expect(withdrawn.outcome == .movedFromWithdrawn)
      #expect(withdrawn.current?.version == "1.0.0")
      #expect(try device.installation.status().blocked.isEmpty, "may come back")

      try registry.offer(new)
      try device.install(registry.url)
      #expect(try device.installation.rollback().outcome == .rolledBack)
      #expect(try device.installation.status().current?.version == "1.0.0")
      #expect(try device.install(registry.url).reason == "blocked", "does not come back")
    }
  }

  @Test func `an answer from another channel is refused, and nothing is fetched`() throws {
    try withRegistry { (registry, folder) throws in
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder), channel: "beta")
      let result = try TestDevice().install(registry.url)
      #expect(result.outcome == .refused)
      #expect(result.reason == "wrong_channel")
      #expect(registry.downloads == 0)
    }
  }

  /// The server chooses and the device checks, with prereleases and the ends of the range among the wrappers.
  @Test(arguments: ["4.1.9", "4.2.0-rc.1", "4.2.0", "4.4.9", "4.5.0-rc.1", "4.5.0"])
  func `no two matchers that disagree: the server and the device judge alike by range`(wrapper: String) throws
  {
    try withRegistry { (registry, folder) throws in
      let release = try SimulatedRelease("1.0.0", sequence: 1, wrapperRange: ">=4.2.0 <4.5.0", in: folder)
      let server = ReleaseIndex([release.candidate], apiContractVersion: APIContract.version)
      let selection = server.select(
        SelectionRequest(wrapperVersion: try SemanticVersion(parsing: wrapper), cohort: nil))
      // Told of it all the same, the device decides for itself.
      try registry.offer(release)
      let result = try TestDevice().install(registry.url, wrapperVersion: wrapper)
      if case .release = selection {
        #expect(result.outcome == .installed)
      } else {
        #expect(result.reason == "not_for_this_wrapper")
        #expect(registry.downloads == 0)
      }
      #expect((result.outcome == .installed) == ["4.2.0", "4.4.9"].contains(wrapper))
    }
  }

  @Test(arguments: [
    ("", "x", "1.0.0", "server"), ("http://h", "x y", "1.0.0", "channel"), ("http://h", "beta", "4.5", "4.5"),
    ("ftp://h", "beta", "1.0.0", "only http"),
  ])
  func `settings that cannot work are refused with a hint`(
    server: String, channel: String, version: String, hint: String
  ) throws {
    let error = #expect(throws: InstallerError.self) {
      try ReleaseSource(server: server, channel: channel, platform: "ios", wrapperVersion: version)
    }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.stage == .configuration)
  }
}
