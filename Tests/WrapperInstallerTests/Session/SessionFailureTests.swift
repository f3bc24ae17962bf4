import Foundation
import ReleaseModel
import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

/// What a session does when the disk fails or nobody waits any more, in the middle of something.
@Suite struct SessionFailureTests {
  /// Has nothing of a folder be read any more: a file stands in its place.
  private static func takeAway(_ path: String) throws {
    try FileManager.default.moveItem(atPath: path, toPath: "\(path).away")
    try Data().write(to: URL(fileURLWithPath: path))
  }

  /// When the disk begins to refuse writes.
  enum Moment: CaseIterable {
    case beforeTheRestart, whenTheUpdateIsShown
  }

  @Test(
    .enabled(if: SmallDisk.isAllowed, "breaking a disk needs root"), arguments: Moment.allCases)
  func `a disk that fails during a restart brings back what ran, and the page is told`(moment: Moment)
    async throws
  {
    try await withSessionOnDisk { (world, disk) async throws in
      let breaking = Mutex<SmallDisk?>(nil)
      let page = TestPage { launch in
        guard launch.version == "2.0.0" else { return }
        try breaking.withLock { try $0?.set(readOnly: true) }
      }
      let session = try await world.updatedSession(page)
      if moment == .beforeTheRestart { try disk.set(readOnly: true) }
      breaking.withLock { $0 = disk }
      let result = try await session.restartWithInstalledUpdate()
      #expect(result.outcome == .restored)
      #expect(result.code == "permission_denied")
      #expect(result.launch?.version == "1.0.0")
      #expect(await session.launch == result.launch)
      #expect(await session.restartedVersion == "2.0.0")
      #expect(
        page.log == (moment == .beforeTheRestart ? ["1.0.0"] : ["1.0.0", "-", "2.0.0", "-", "1.0.0"]))
      #expect(try await session.state() == .updateFailed(code: "permission_denied", retryable: true))
      // The update has lost nothing by it.
      breaking.withLock { $0 = nil }
      try disk.set(readOnly: false)
      #expect(try await session.restartWithInstalledUpdate().code == "ready_timeout")
    }
  }

  @Test func `what ran before is served again also when nothing of the disk can be read`() async throws {
    try await withSession(builtIn: false) { (world) async throws in
      let documents = world.device.installation.documentsFolder
      let page = TestPage { launch in
        if launch.version == "2.0.0" {
          try Self.takeAway(documents)
        }
      }
      let session = try await world.updatedSession(page)
      let before = await session.launch
      let result = try await session.restartWithInstalledUpdate()
      #expect(result.outcome == .restored)
      #expect(result.launch == before)
      #expect(page.log == ["1.0.0", "-", "2.0.0", "-", "1.0.0"])
      #expect(try await session.state() == .updateFailed(code: "storage_failed", retryable: true))
    }
  }

  @Test func `a restart that can bring nothing back fails, and is no restart any more`() async throws {
    try await withSession { (world) async throws in
      let starts = Mutex(0)
      let page = TestPage { _ in
        if starts.withLock({
          $0 += 1; return $0
        }) > 1 {
          throw CannotServe()
        }
      }
      let session = try await world.updatedSession(page)
      await #expect(throws: CannotServe.self) { try await session.restartWithInstalledUpdate() }
      #expect(try await session.state() == .updateFailed(code: "content_not_served", retryable: true))
    }
  }

  @Test func `whoever stops waiting for the page has not heard its word`() async throws {
    try await withSession { (world) async throws in
      let waiting = Mutex<Task<RestartResult, any Error>?>(nil)
      let page = TestPage { launch in
        if launch.version == "2.0.0" { waiting.withLock { $0 }?.cancel() }
      }
      let session = try await world.updatedSession(page)
      let (begin, beginning) = AsyncStream.makeStream(of: Void.self)
      let restart = Task {
        for await _ in begin { break }
        return try await session.restartWithInstalledUpdate()
      }
      waiting.withLock { $0 = restart }
      beginning.yield()
      let error = await #expect(throws: InstallerError.self) { try await restart.value }
      #expect(error?.code == .cancelled)
      #expect(try await session.state() == .idle)
      #expect(page.log == ["1.0.0", "-", "2.0.0"])
      // The update goes on, and somebody else may wait for it.
      let watching = Task { try await session.watch() }
      #expect(try await watching.value == "ready_timeout")
      #expect(page.log == ["1.0.0", "-", "2.0.0", "-", "1.0.0"])
    }
  }

  @Test func `a watch that is cancelled is no good word`() async throws {
    try await withSession { (world) async throws in
      try world.offer("2.0.0", 2)
      try world.device.install(world.registry.url)
      let session = world.session(TestPage())
      try await session.start()
      let (begin, beginning) = AsyncStream.makeStream(of: Void.self)
      let watching = Task {
        // A stream that ends because its task is cancelled.
        for await _ in begin { break }
        return try await session.watch()
      }
      watching.cancel()
      let error = await #expect(throws: InstallerError.self) { try await watching.value }
      #expect(error?.code == .cancelled)
      beginning.finish()
    }
  }

  @Test func `an installation that succeeded is its result, whatever the disk says afterwards`() async throws
  {
    let documents = Mutex("")
    try await withSession { device in
      let (folder, path) = (device.folder, device.installation.documentsFolder)
      documents.withLock { $0 = path }
      device.installation.environment.now = {
        if let pointer = try? folder.read("documents/mobile-web/current.json"),
          String(decoding: pointer, as: UTF8.self).contains("\"2.0.0\"")
        {
          try? Self.takeAway(path)
        }
        return Timestamp(secondsSinceEpoch: 1_784_700_000)
      }
    } _: { world in
      let session = world.session(TestPage())
      try await session.start()
      try world.offer("2.0.0", 2)
      let result = try await session.checkForUpdate(from: world.device.source(world.registry.url))
      #expect(result.outcome == .installed)
      #expect(try await session.state() == .installed)
      let path = documents.withLock { $0 }
      #expect(FileManager.default.fileExists(atPath: "\(path).away"))
    }
  }

  @Test func `a second check is refused, and says nothing over the first`() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchSemaphore(value: 0)
    let isWaiting = Mutex(false)
    try await withSession { device in
      device.installation.environment.freeBytes = { _ in
        if isWaiting.withLock({ $0 }) {
          arrival.yield()
          gate.wait()
        }
        return 1 << 40
      }
    } _: { world in
      let session = world.session(TestPage())
      try await session.start()
      try world.offer("2.0.0", 2)
      let source = try world.device.source(world.registry.url)
      isWaiting.withLock { $0 = true }
      let first = Task { try await session.checkForUpdate(from: source) }
      for await _ in arrivals { break }
      let before = try await session.state()
      #expect(before == .checking)
      let error = await #expect(throws: InstallerError.self) {
        try await session.checkForUpdate(from: source)
      }
      #expect(error?.code == .installInProgress)
      #expect(try await session.state() == before)
      isWaiting.withLock { $0 = false }
      gate.signal()
      #expect(try await first.value.outcome == .installed)
      #expect(try await session.state() == .installed)
    }
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "breaking a disk needs root"))
  func `an end that cannot be written down is an end`() async throws {
    try await withSessionOnDisk { (world, disk) async throws in
      let page = TestPage()
      let session = world.session(page)
      try await session.start()
      let states = await session.states()
      try disk.set(readOnly: true)
      await #expect(throws: InstallerError.self) { try await session.end() }
      #expect(page.log == ["1.0.0", "-"])
      var seen: [UpdateState] = []
      for await state in states { seen.append(state) }
      #expect(seen == [.idle])
    }
  }
}
