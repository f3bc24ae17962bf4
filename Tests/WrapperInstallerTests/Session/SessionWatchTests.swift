import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

/// What a session goes on watching although something came in between.
@Suite struct SessionWatchTests {
  /// A session that runs 2.0.0, unconfirmed, and does something while it waits.
  private func pendingSession(
    _ world: SessionWorld, _ page: TestPage, onWait: @escaping @Sendable (_ count: Int) throws -> Void
  ) async throws -> WrapperSession {
    try world.offer("2.0.0", 2)
    try world.device.install(world.registry.url)
    let waits = Mutex(0)
    var installation = world.device.installation
    installation.environment.wait = { [time = world.time] duration in
      time.pass(duration)
      let count = waits.withLock {
        $0 += 1
        return $0
      }
      do { try onWait(count) } catch { Issue.record(error) }
    }
    let session = WrapperSession(
      ReleaseInstaller(installation), wrapperVersion: "4.5.0", content: page)
    #expect(try await session.start().launch?.version == "2.0.0")
    return session
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "breaking a disk needs root"))
  func `a disk that fails for a while ends no watch, and no time is lost`() async throws {
    try await withSessionOnDisk { (world, disk) async throws in
      let page = TestPage()
      let shared = Mutex<SmallDisk?>(disk)
      let session = try await pendingSession(world, page) { count in
        if count == 5 { try shared.withLock { try $0?.set(readOnly: true) } }
        if count == 10 { try shared.withLock { try $0?.set(readOnly: false) } }
      }
      #expect(try await session.watch() == "ready_timeout")
      #expect(world.time.now == .seconds(20))
      #expect(page.log == ["2.0.0", "-", "1.0.0"])
      shared.withLock { $0 = nil }
    }
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "breaking a disk needs root"))
  func `a page that is gone is shown anew also when the disk takes nothing`() async throws {
    try await withSessionOnDisk { (world, disk) async throws in
      let page = TestPage()
      let session = try await pendingSession(world, page) { _ in }
      try disk.set(readOnly: true)
      await session.pageCrashed()
      #expect(try await session.watch() == "page_crashed")
      // A launch that cannot be written down is of what has proven itself.
      #expect(page.log == ["2.0.0", "-", "1.0.0"])
      try disk.set(readOnly: false)
    }
  }

  @Test func `what a restart brought back is watched again`() async throws {
    try await withSession { (other) async throws in
      // Nothing has proven itself here yet, so the release before is what a failed update gives way to.
      var device = try TestDevice(builtIn: true)
      device.installation.environment.uptime = { [time = other.time] in time.now }
      let world = SessionWorld(
        device: device, installer: ReleaseInstaller(device.installation), registry: other.registry,
        folder: other.folder, time: other.time)
      let sessions = Mutex<WrapperSession?>(nil)
      let watching = Mutex<Task<String?, any Error>?>(nil)
      let page = TestPage { launch in
        guard launch.version == "3.0.0", let session = sessions.withLock({ $0 }) else { return }
        // The restart goes on while this begins.
        watching.withLock { $0 = Task { try await session.watch() } }
      }
      let session = try await pendingSession(world, page) { _ in }
      sessions.withLock { $0 = session }
      try world.offer("3.0.0", 3)
      _ = try await session.checkForUpdate(from: world.device.source(world.registry.url))
      let result = try await session.restartWithInstalledUpdate()
      #expect(result.outcome == .restored)
      #expect(result.launch?.version == "2.0.0")
      let watch = try #require(watching.withLock { $0 })
      #expect(try await watch.value == "ready_timeout")
      #expect(page.log == ["2.0.0", "-", "3.0.0", "-", "2.0.0", "-", "built in"])
      sessions.withLock { $0 = nil }
    }
  }

  @Test func `a check that ends while another release is shown again is told after it`() async throws {
    try await withSession { (world) async throws in
      let sessions = Mutex<WrapperSession?>(nil)
      let page = TestPage { launch in
        guard launch.version == "1.0.0", let session = sessions.withLock({ $0 }) else { return }
        try world.offer("3.0.0", 3)
        _ = try await session.checkForUpdate(from: world.device.source(world.registry.url))
      }
      let session = try await pendingSession(world, page) { _ in }
      sessions.withLock { $0 = session }
      #expect(try await session.watch() == "ready_timeout")
      #expect(try await session.state() == .installed)
      #expect(page.log == ["2.0.0", "-", "1.0.0"])
      sessions.withLock { $0 = nil }
    }
  }

  @Test func `a check that ends while a restart is refused is told all the same`() async throws {
    try await withSession { (world) async throws in
      let session = world.session(TestPage())
      try await session.start()
      let source = try world.device.source(world.registry.url)
      for _ in 1...10 {
        let isOver = Mutex(false)
        let check = Task {
          defer { isOver.withLock { $0 = true } }
          return try await session.checkForUpdate(from: source)
        }
        while !isOver.withLock({ $0 }) {
          #expect(try await session.restartWithInstalledUpdate().outcome == .noUpdateInstalled)
        }
        _ = try await check.value
        #expect(try await session.state() == .idle)
      }
    }
  }
}
