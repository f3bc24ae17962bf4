import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// Releases that do not work, taken back on a device with files.
@Suite struct TakingBackTests {
  /// A device with installed releases, each confirmed but the last.
  private func withDevice(
    _ versions: [String] = ["1.0.0", "2.0.0"], builtIn: Bool = true,
    _ body: (TestDevice, RegistrySimulator, TemporaryFolder) throws -> Void
  ) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: builtIn)
      for (index, version) in versions.enumerated() {
        if index > 0 { try confirm(device) }
        try registry.offer(SimulatedRelease(version, sequence: Int64(index + 1), in: folder))
        try device.install(registry.url)
      }
      try body(device, registry, folder)
    }
  }

  private func begin(_ device: TestDevice) throws -> Launch {
    try #require(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch)
  }

  private func confirm(_ device: TestDevice) throws {
    #expect(try device.installation.confirm(token: begin(device).token) == .confirmed)
  }

  @Test func `launches that end by themselves are counted, and the third one is the last`() throws {
    try withDevice { (device, _, _) throws in
      for attempts in 0..<3 {
        #expect(try begin(device).version == "2.0.0")
        #expect(try device.installation.status().current?.attempts == attempts)
      }
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.launch?.version == "1.0.0")
      #expect(result.notices.map(\.code) == [.releaseTakenBack])
      let status = try device.installation.status()
      #expect(status.current?.version == "1.0.0")
      #expect(status.blocked.map(\.code) == ["launch_not_confirmed"])
      #expect(status.blocked.map(\.stage) == [.launch])
      #expect(status.update == .updateFailed(code: "launch_not_confirmed", retryable: false))
    }
  }

  @Test func `a crash that was told is counted at once, and the last one takes back at once`() throws {
    try withDevice { (device, _, _) throws in
      for attempts in 1...2 {
        let launch = try begin(device)
        #expect(try device.installation.report(.ended(.crashed), token: launch.token).outcome == .ended)
        #expect(try device.installation.status().current?.attempts == attempts)
      }
      let launch = try begin(device)
      let report = try device.installation.report(.ended(.crashed), token: launch.token)
      #expect(report.outcome == .takenBack)
      #expect(report.takenBack?.release.version == "2.0.0")
      #expect(report.takenBack?.code == "launch_not_confirmed")
      #expect(try begin(device).version == "1.0.0")
    }
  }

  @Test func `a normal exit by the user before the timeout does not count, however often`() throws {
    try withDevice { (device, _, _) throws in
      for _ in 1...10 {
        let launch = try begin(device)
        #expect(launch.version == "2.0.0")
        let report = try device.installation.report(.foreground(for: .seconds(15)), token: launch.token)
        #expect(report.outcome == .waiting)
        #expect(report.remainingMilliseconds == 5_000)
        #expect(try device.installation.report(.ended(.byUser), token: launch.token).outcome == .ended)
      }
      #expect(try device.installation.status().current?.attempts == 0)
    }
  }

  @Test func `after its end, a launch's token neither confirms nor reports`() throws {
    try withDevice { (device, _, _) throws in
      let launch = try begin(device)
      _ = try device.installation.report(.ended(.byUser), token: launch.token)
      let before = try device.bytes("current.json")
      #expect(try device.installation.confirm(token: launch.token) == .staleToken)
      let report = try device.installation.report(.foreground(for: .seconds(60)), token: launch.token)
      #expect(report.outcome == .staleToken)
      #expect(try device.bytes("current.json") == before)
    }
  }

  @Test func `a page that is told that its release was taken back cannot undo that`() throws {
    try withDevice { (device, _, _) throws in
      let launch = try begin(device)
      let ended = try device.installation.report(.foreground(for: .seconds(20)), token: launch.token)
      #expect(ended.outcome == .takenBack)
      #expect(ended.takenBack?.code == "ready_timeout")
      #expect(try device.installation.confirm(token: launch.token) == .releaseGone)
      let again = try device.installation.report(.foreground(for: .seconds(1)), token: launch.token)
      #expect(again.outcome == .takenBack)
      #expect(try device.installation.status().blocked.map(\.count) == [1])
      #expect(try device.installation.status().current?.version == "1.0.0")
    }
  }

  @Test func `with nothing to go back to, a release that does not work stays and is not blocked`() throws {
    try withDevice(["1.0.0"], builtIn: false) { (device, _, _) throws in
      for _ in 1...3 { _ = try begin(device) }
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.launch?.version == "1.0.0")
      #expect(result.notices.map(\.code) == [.nothingToGoBackTo])
      let token = try #require(result.launch?.token)
      let report = try device.installation.report(.foreground(for: .seconds(60)), token: token)
      #expect(report.outcome == .waiting)
      #expect(try device.installation.status().blocked.isEmpty)
      #expect(try device.installation.confirm(token: token) == .confirmed)
    }
  }

  @Test func `a release that is damaged or not for this wrapper is nothing to go back to`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, wrapperRange: "^4", in: folder))
      try device.install(registry.url)
      try confirm(device)
      try registry.offer(SimulatedRelease("2.0.0", sequence: 2, wrapperRange: "^5", in: folder))
      try device.install(registry.url, wrapperVersion: "5.0.0")
      let launch = try #require(try device.installation.beginLaunch(wrapperVersion: "5.0.0").launch)
      #expect(launch.version == "2.0.0")
      let report = try device.installation.report(.foreground(for: .seconds(60)), token: launch.token)
      #expect(report.outcome == .waiting)
      #expect(try device.installation.rollback().outcome == .nothingToGoBackTo)
      #expect(try device.installation.status().blocked.isEmpty)
    }
  }

  @Test func `store update in between: what no longer fits is not started, and comes back with its wrapper`()
    throws
  {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: true)
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, wrapperRange: "^4", in: folder))
      try device.install(registry.url)
      #expect(try begin(device).version == "1.0.0")
      let updated = try device.installation.beginLaunch(wrapperVersion: "5.0.0")
      #expect(updated.outcome == .builtIn)
      #expect(updated.notices.map(\.code) == [.releaseNotForWrapper, .fallbackUsed])
      for _ in 1...5 { _ = try device.installation.beginLaunch(wrapperVersion: "5.0.0") }
      // Only the one launch that it had counts.
      #expect(try device.installation.status().current?.attempts == 1)
      #expect(try begin(device).version == "1.0.0")
    }
  }

  @Test func `the state of a failed update survives a restart until the next check that is answered`() throws
  {
    try withDevice { (device, registry, folder) throws in
      _ = try device.installation.report(.foreground(for: .seconds(20)), token: begin(device).token)
      let failed = UpdateState.updateFailed(code: "ready_timeout", retryable: false)
      _ = try begin(device)
      #expect(try device.installation.updateState() == failed)
      registry.answer(503, "")
      _ = try device.install(registry.url)
      #expect(try device.installation.updateState() == failed)
      try registry.offer(SimulatedRelease("3.0.0", sequence: 3, in: folder))
      _ = try device.install(registry.url)
      #expect(try device.installation.updateState() == .installed)
      _ = try begin(device)
      #expect(try device.installation.updateState() == .idle)
    }
  }

  @Test func `an installation that fails is told by its code`() throws {
    try withDevice { (device, registry, folder) throws in
      let release = try SimulatedRelease("3.0.0", sequence: 3, in: folder)
      try registry.offer(release)
      registry.replaceArtifact(of: release, with: [], status: 404)
      #expect(try device.installError(registry.url)?.code == .downloadRefused)
      #expect(
        try device.installation.updateState() == .updateFailed(code: "download_refused", retryable: true))
    }
  }

  @Test func `killed after the blocked list, the next launch goes back by itself`() throws {
    try withDevice { (device, _, _) throws in
      let launch = try begin(device)
      let pointer = try #require(try device.bytes("current.json"))
      _ = try device.installation.report(.foreground(for: .seconds(20)), token: launch.token)
      try device.folder.write(pointer, to: "documents/mobile-web/current.json")
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.launch?.version == "1.0.0")
      #expect(try device.installation.updateState() == .updateFailed(code: "ready_timeout", retryable: false))
    }
  }

  @Test func `when attempts are used up and nothing else is there, the end of the launch says so`() throws {
    try withDevice(["1.0.0"], builtIn: false) { (device, _, _) throws in
      for attempts in 1...4 {
        let launch = try begin(device)
        let report = try device.installation.report(.ended(.crashed), token: launch.token)
        #expect(report.outcome == .ended)
        #expect(report.notices.map(\.code) == (attempts < 3 ? [] : [.nothingToGoBackTo]))
      }
      let launch = try begin(device)
      let report = try device.installation.report(.foreground(for: .seconds(30)), token: launch.token)
      #expect(report.outcome == .waiting)
      #expect(report.notices.map(\.code) == [.nothingToGoBackTo])
      #expect(try device.installation.status().blocked == [])
    }
  }

  @Test func `a device of the older library keeps its releases, and their launches begin to count now`()
    throws
  {
    try withDevice { (device, _, _) throws in
      _ = try begin(device)
      let new = try device.json("current.json")
      let progress = try #require(
        new.firstMatch(
          of: /"progress":{"foregroundMilliseconds":0,"phase":"started","wrapperVersion":"4.5.0"},/))
      let old = new.replacing(progress.output, with: "")
        .replacing(#""schemaVersion":2"#, with: #""schemaVersion":1"#)
        .replacing(#""attempts":0"#, with: #""attempts":7"#)
        .replacing(/,"stamp":"[0-9a-f]{64}"/, with: "")
      #expect(old.contains(#""attempts":7"#) && !old.contains("stamp"))
      try device.write(old, to: "current.json")
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.launch?.version == "2.0.0")
      #expect(result.notices == [])
      let status = try device.installation.status()
      #expect(status.current?.attempts == 0)
      #expect(status.lastGood?.version == "1.0.0")
    }
  }
}
