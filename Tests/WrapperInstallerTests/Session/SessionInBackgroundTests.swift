import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

/// What an app that nobody looks at says of its launches: what the system ends there has not failed.
@Suite struct SessionInBackgroundTests {
  /// How a launch comes to begin while the app is in the background.
  enum Beginning: CaseIterable {
    case start, restart, replacement
  }

  private func session(_ beginning: Beginning, in world: SessionWorld) async throws -> WrapperSession {
    switch beginning {
    case .start:
      let session = world.session(TestPage())
      try await session.enterBackground()
      try await session.start()
      return session
    case .restart:
      let (shown, showing) = AsyncStream.makeStream(of: Void.self)
      let page = TestPage { launch in
        if launch.version == "2.0.0" { showing.yield() }
      }
      let session = world.session(page)
      // What was installed beside it is an update to this session; what runs is healthy.
      try await session.start()
      try world.offer("2.0.0", 2)
      _ = try await session.checkForUpdate(from: world.device.source(world.registry.url))
      try await session.enterBackground()
      let restart = Task { try await session.restartWithInstalledUpdate() }
      for await _ in shown { break }
      restart.cancel()
      _ = await restart.result
      return session
    case .replacement:
      let session = world.session(TestPage())
      try await session.start()
      await session.pageCrashed()
      try await session.enterBackground()
      #expect(try await session.watch() == "page_crashed")
      return session
    }
  }

  @Test(arguments: Beginning.allCases)
  func `a launch that begins in the background and is killed there is no failed one`(beginning: Beginning)
    async throws
  {
    try await withSession { (world) async throws in
      if beginning != .restart {
        try world.offer("2.0.0", 2)
        try world.device.install(world.registry.url)
      }
      let session = try await session(beginning, in: world)
      #expect(await session.launch?.version == "2.0.0")
      let status = try world.device.installation.status()
      #expect(status.launch?.phase == "background")
      let attempts = try #require(status.current?.attempts)
      // The process is killed: all that is left is what the disk has.
      _ = try world.device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(try world.device.installation.status().current?.attempts == attempts)
    }
  }

  @Test func `an app that is started in the background again and again keeps its update`() async throws {
    try await withSession { (world) async throws in
      try world.offer("2.0.0", 2)
      try world.device.install(world.registry.url)
      for _ in 1...5 {
        let session = world.session(TestPage())
        try await session.enterBackground()
        #expect(try await session.start().launch?.version == "2.0.0")
      }
      let status = try world.device.installation.status()
      #expect(status.current?.attempts == 0)
      #expect(status.blocked.isEmpty)
    }
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "breaking a disk needs root"))
  func `where the disk does not take that the app is in the background, the next look says it again`()
    async throws
  {
    try await withSessionOnDisk { (world, disk) async throws in
      try world.offer("2.0.0", 2)
      try world.device.install(world.registry.url)
      let session = world.session(TestPage())
      let launch = try #require(try await session.start().launch)
      world.time.pass(.seconds(1))
      try disk.set(readOnly: true)
      await #expect(throws: InstallerError.self) { try await session.enterBackground() }
      try disk.set(readOnly: false)
      #expect(try await session.reportStanding(of: launch).remainingMilliseconds == 19_000)
      #expect(try world.device.installation.status().launch?.phase == "background")
    }
  }

  @Test func `time in the background is not the page's time`() async throws {
    try await withSession { (world) async throws in
      try world.offer("2.0.0", 2)
      try world.device.install(world.registry.url)
      let session = world.session(TestPage())
      let launch = try #require(try await session.start().launch)
      for _ in 1...19 {
        world.time.pass(.seconds(1))
        _ = try await session.reportStanding(of: launch)
      }
      try await session.enterBackground()
      world.time.pass(.seconds(3_600))
      await session.enterForeground()
      world.time.pass(.milliseconds(500))
      let report = try await world.installer.report(.foreground(for: .zero), token: launch.token)
      #expect(report.remainingMilliseconds == 1_000)
      try await session.end()
      #expect(try world.device.installation.status().launch?.foregroundMilliseconds == 19_500)
      #expect(try world.device.installation.status().launch?.phase == "ended_by_user")
    }
  }

  @Test func `an hour for which the process was stopped takes no release back`() async throws {
    try await withSession { (world) async throws in
      try world.offer("2.0.0", 2)
      try world.device.install(world.registry.url)
      let session = world.session(TestPage())
      let launch = try #require(try await session.start().launch)
      world.time.pass(.seconds(1))
      #expect(try await session.reportStanding(of: launch).outcome == .waiting)
      world.time.pass(.seconds(3_600))
      let report = try await session.reportStanding(of: launch)
      #expect(report.outcome == .waiting)
      #expect(report.remainingMilliseconds == 17_000)
    }
  }
}
