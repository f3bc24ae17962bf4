import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

@Suite struct WrapperSessionTests {
  @Test func `restarts into an update whose page confirms, and tells every state on the way`() async throws {
    try await withSession { (world) async throws in
      let installer = world.installer
      let page = TestPage { launch in
        if launch.version == "2.0.0" { _ = try await installer.confirm(token: launch.token) }
      }
      let session = world.session(page)
      let states = await session.states()
      try await session.start()
      #expect(try await session.state() == .idle)
      try world.offer("2.0.0", 2)
      _ = try await session.checkForUpdate(from: world.device.source(world.registry.url))
      #expect(try await session.state() == .installed)
      let result = try await session.restartWithInstalledUpdate()
      #expect(result.outcome == .restarted)
      #expect(result.launch?.version == "2.0.0")
      #expect(page.log == ["1.0.0", "-", "2.0.0"])
      try await session.end()
      var seen: [UpdateState] = []
      for await state in states { seen.append(state) }
      #expect(seen.first == .idle)
      #expect(seen.contains(.checking))
      #expect(seen.contains { if case .downloading = $0 { true } else { false } })
      #expect(seen.suffix(3) == [.installed, .restarting, .idle])
    }
  }

  @Test func `an update whose page never confirms gives way to what ran before, and says so`() async throws {
    try await withSession { (world) async throws in
      let page = TestPage()
      let session = world.session(page)
      try await session.start()
      try world.offer("2.0.0", 2)
      _ = try await session.checkForUpdate(from: world.device.source(world.registry.url))
      let result = try await session.restartWithInstalledUpdate()
      #expect(result.outcome == .restored)
      #expect(result.code == "ready_timeout")
      #expect(result.launch?.version == "1.0.0")
      #expect(page.log == ["1.0.0", "-", "2.0.0", "-", "1.0.0"])
      #expect(world.time.now == .seconds(20))
      #expect(try await session.state() == .updateFailed(code: "ready_timeout", retryable: false))
      #expect(try world.device.installation.status().blocked.map(\.code) == ["ready_timeout"])
      #expect(try await session.restartWithInstalledUpdate().outcome == .noUpdateInstalled)
    }
  }

  @Test func `an update that cannot be served or whose page crashes waits, and may be tried again`()
    async throws
  {
    for code in ["content_not_served", "page_crashed"] {
      try await withSession { (world) async throws in
        let sessions = Mutex<WrapperSession?>(nil)
        let page = TestPage { launch in
          guard launch.version == "2.0.0" else { return }
          if code == "content_not_served" { throw CannotServe() }
          await sessions.withLock { $0 }?.pageCrashed()
        }
        let session = world.session(page)
        sessions.withLock { $0 = session }
        try await session.start()
        try world.offer("2.0.0", 2)
        _ = try await session.checkForUpdate(from: world.device.source(world.registry.url))
        for attempts in 1...2 {
          let result = try await session.restartWithInstalledUpdate()
          #expect(result.outcome == .restored)
          #expect(result.code == code)
          #expect(result.launch?.version == "1.0.0")
          #expect(try await session.state() == .updateFailed(code: code, retryable: true))
          #expect(try world.device.installation.status().current?.attempts == attempts)
        }
        // The third launch that ends by itself is the last.
        #expect(try await session.restartWithInstalledUpdate().code == "launch_not_confirmed")
        #expect(
          try await session.state() == .updateFailed(code: "launch_not_confirmed", retryable: false))
        sessions.withLock { $0 = nil }
      }
    }
  }

  @Test func `wrappers below 4.5.0 cannot restart, and nothing changes`() async throws {
    try await withSession { (world) async throws in
      let page = TestPage()
      let session = world.session(page, wrapperVersion: "4.4.9")
      try await session.start()
      try world.offer("2.0.0", 2)
      try world.device.install(world.registry.url)
      let before = try world.device.bytes("current.json")
      #expect(try await session.restartWithInstalledUpdate().outcome == .unsupported)
      #expect(try world.device.bytes("current.json") == before)
      #expect(page.log == ["1.0.0"])
    }
  }

  @Test func `with nothing installed, nothing restarts`() async throws {
    try await withSession { (world) async throws in
      let page = TestPage()
      let session = world.session(page)
      try await session.start()
      #expect(try await session.restartWithInstalledUpdate().outcome == .noUpdateInstalled)
      #expect(page.log == ["1.0.0"])
    }
  }

  @Test func `a release that the app starts with and that never confirms is replaced while the app runs`()
    async throws
  {
    try await withSession { (world) async throws in
      try world.offer("2.0.0", 2)
      try world.device.install(world.registry.url)
      let page = TestPage()
      let session = world.session(page)
      #expect(try await session.start().launch?.version == "2.0.0")
      #expect(try await session.watch() == "ready_timeout")
      #expect(page.log == ["2.0.0", "-", "1.0.0"])
      #expect(try await session.watch() == nil)
    }
  }
}
