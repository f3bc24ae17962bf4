import Foundation
import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

/// Nothing is fresh that is older than what was handed out.
@Suite struct CacheOrderTests {
  @Test func `what was invalidated meanwhile does not bring an older answer back`() async throws {
    let test = try TestCache()
    test.says("one")
    _ = await test.read()
    let cache = test.cache()
    let result = await cache.read(.test("a"), as: .summary, .refresh) { _ in
      await cache.invalidate(.test("b"))
      return .answered(status: 200, body: Array("two".utf8))
    }
    #expect(result.text == "two")
    test.says("three")
    #expect(await test.read().text == "three")
  }

  @Test func `of two answers that cross, neither is used without asking`() async throws {
    let test = try TestCache()
    test.says("one")
    _ = await test.read()
    let result = await test.cache().read(.test("a"), as: .summary, .refresh) { _ in
      test.says("two")
      #expect(await test.read(.refresh).text == "two")
      return .answered(status: 200, body: Array("one and a half".utf8))
    }
    #expect(result.text == "one and a half")
    #expect(try test.entries().isEmpty)
    test.says("three")
    #expect(await test.read().text == "three")
    #expect(await test.read().source == .fresh)
  }

  @Test(arguments: [403, 404, 410])
  func `an answer that crosses a refusal is not used without asking, also where nothing was there`(
    status: Int
  ) async throws {
    let test = try TestCache()
    let result = await test.cache().read(.test("a"), as: .summary) { _ in
      test.says(.answered(status: status, body: []))
      #expect(await test.read() == .refused(status: status, body: []))
      return .answered(status: 200, body: Array("one".utf8))
    }
    #expect(result.text == "one")
    #expect(try test.entries().isEmpty)
    #expect(await test.read() == .refused(status: status, body: []))
  }

  @Test func `two answers that cross and say the same are kept`() async throws {
    let test = try TestCache()
    test.says("two")
    _ = await test.cache().read(.test("a"), as: .summary, .refresh) { _ in
      _ = await test.read(.refresh)
      return .answered(status: 200, body: Array("two".utf8))
    }
    #expect(await test.read().source == .fresh)
  }

  @Test func `an answer that is in the way of another writer waits for its turn and is kept`() async throws {
    let test = try TestCache()
    test.says("one")
    _ = await test.read()
    let folder = open(test.path, O_RDONLY | O_DIRECTORY)
    defer { close(folder) }
    #expect(flock(folder, LOCK_EX) == 0)
    let isOver = Mutex(false)
    let reading = Task {
      test.says("two")
      let result = await test.read(.refresh)
      isOver.withLock { $0 = true }
      return result
    }
    while !isOver.withLock({ $0 }), try !somebodyWaits(for: folder) { await Task.yield() }
    #expect(flock(folder, LOCK_UN) == 0)
    #expect(await reading.value.text == "two")
    test.says("three")
    #expect(await test.read().text == "two")
  }

  /// Whether a lock is waited for, by what Linux says (proc_locks(5)).
  private func somebodyWaits(for descriptor: Int32) throws -> Bool {
    var attributes = stat()
    guard fstat(descriptor, &attributes) == 0 else { throw POSIXError(.EBADF) }
    return try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").contains {
      line in
      line.contains("-> FLOCK") && line.contains(":\(attributes.st_ino) ")
    }
  }
}
