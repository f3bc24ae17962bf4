import ReleaseModel
import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

@Suite struct RollbackTests {
  @Test func `goes back, and the same bytes are not fetched again while other bytes are`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      let bad = try SimulatedRelease("2.0.0", sequence: 2, in: folder)
      try registry.offer(bad)
      try device.install(registry.url)

      let result = try device.installation.rollback()
      #expect(result.outcome == .rolledBack)
      #expect(result.from?.version == "2.0.0")
      #expect(result.to?.version == "1.0.0")
      let status = try device.installation.status()
      #expect(status.current?.version == "1.0.0")
      #expect(status.complete)
      #expect(status.blocked.map(\.artifactSha256) == [bad.candidate.artifact.description])
      #expect(status.blocked.map(\.stage) == [.rollback])
      #expect(try device.names("releases").filter { !$0.hasPrefix(".") } == ["1.0.0"])

      for _ in 1...5 { #expect(try device.install(registry.url).reason == "blocked") }
      #expect(registry.downloads == 2)
      try registry.offer(SimulatedRelease("2.0.1", sequence: 3, in: folder))
      #expect(try device.install(registry.url).outcome == .installed)
    }
  }

  @Test func `the first update has the built-in release to go back to`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: true)
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      #expect(try device.installation.rollback().outcome == .rolledBackToBuiltIn)
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").outcome == .builtIn)
      #expect(try device.names("releases").filter { !$0.hasPrefix(".") } == [])
    }
  }

  @Test func `with nowhere to go back to, the release stays and is not blocked`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      #expect(try device.installation.rollback().outcome == .nothingToLeave)
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      #expect(try device.installation.rollback().outcome == .nothingToGoBackTo)
      let status = try device.installation.status()
      #expect(status.current?.version == "1.0.0")
      #expect(status.blocked.isEmpty)
    }
  }

  @Test func `what is blocked already is left, and fails and is reported once`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      for sequence in 1...2 {
        try registry.offer(SimulatedRelease("\(sequence).0.0", sequence: Int64(sequence), in: folder))
        try device.install(registry.url)
      }
      // As after a rollback whose pointer could not be moved.
      let current = try #require(try device.installation.existingState(during: .status).pointer.current)
      try blocking(current).write(in: device.installation.root(.rollback))
      let reports = try device.names("outbox")
      let result = try device.installation.rollback()
      #expect(result.outcome == .rolledBack)
      #expect(result.to?.version == "1.0.0")
      #expect(try device.installation.status().blocked.map(\.count) == [1])
      #expect(try device.names("outbox") == reports)
    }
  }

  @Test func `a release that a launch takes back meanwhile is left once, and what runs then stays`() throws {
    try withRegistry { (registry, folder) throws in
      var device = try TestDevice()
      let launching = device.installation
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      let launch = try #require(try launching.beginLaunch(wrapperVersion: "4.5.0").launch)
      #expect(try launching.confirm(token: launch.token) == .confirmed)
      try registry.offer(SimulatedRelease("2.0.0", sequence: 2, in: folder))
      try device.install(registry.url)
      for _ in 1...3 { _ = try launching.beginLaunch(wrapperVersion: "4.5.0") }
      // The fourth launch begins while the rollback holds no lock of the state.
      let isFirst = Mutex(true)
      device.installation.environment.now = {
        if isFirst.withLock({ exchange(&$0, with: false) }) {
          do {
            let taking = try launching.beginLaunch(wrapperVersion: "4.5.0")
            #expect(taking.launch?.version == "1.0.0")
          } catch {
            Issue.record(error)
          }
        }
        return launching.environment.now()
      }
      let result = try device.installation.rollback()
      #expect(result.outcome == .rolledBack)
      #expect(result.from?.version == "2.0.0")
      #expect(result.to?.version == "1.0.0")
      let status = try launching.status()
      #expect(status.current?.version == "1.0.0")
      #expect(status.lastGood?.version == "1.0.0")
      #expect(status.blocked.map(\.code) == ["launch_not_confirmed"])
    }
  }

  @Test func `a damaged release is no place to go back to`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: true)
      for sequence in 1...2 {
        try registry.offer(SimulatedRelease("\(sequence).0.0", sequence: Int64(sequence), in: folder))
        try device.install(registry.url)
      }
      try device.write("broken", to: "releases/1.0.0/index.html")
      let result = try device.installation.rollback()
      #expect(result.outcome == .rolledBackToBuiltIn)
      #expect(result.notices.map(\.code) == [.releaseDamaged])
    }
  }

  @Test func `killed between the blocked list and the pointer, the next launch goes back by itself`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      for sequence in 1...2 {
        try registry.offer(SimulatedRelease("\(sequence).0.0", sequence: Int64(sequence), in: folder))
        try device.install(registry.url)
      }
      let pointer = try #require(try device.bytes("current.json"))
      _ = try device.installation.rollback()
      // The pointer as it was before, the list as it is now; the tree is gone with the pointer in this staging.
      try device.folder.write(pointer, to: "documents/mobile-web/current.json")
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.launch?.version == "1.0.0")
      #expect(try device.installation.status().current?.version == "1.0.0")
    }
  }
}
