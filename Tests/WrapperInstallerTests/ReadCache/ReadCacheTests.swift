import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct ReadCacheTests {
  @Test(arguments: [(ReadKind.summary, Int64(300)), (.page, 21_600)])
  func `an answer is fresh for its time and not a second longer`(kind: ReadKind, seconds: Int64) async throws
  {
    let test = try TestCache()
    test.says("one")
    #expect(await test.read(as: kind).source == .server)
    test.says("two")
    test.pass(seconds: seconds - 1)
    #expect(
      await test.read(as: kind)
        == .answer(ReadAnswer(body: Array("one".utf8), source: .fresh, ageSeconds: seconds - 1)))
    test.pass(seconds: 1)
    #expect(await test.read(as: kind).text == "two")
    #expect(test.questions.count == 2)
  }

  @Test(arguments: [
    (ReadResponse.unreachable(reason: "timeout"), "timeout"),
    (.answered(status: 500, body: []), "status_500"), (.answered(status: 503, body: []), "status_503"),
  ])
  func `stale stands in for a network failure and a 5xx, for 24 hours`(
    response: ReadResponse, reason: String
  ) async throws {
    let test = try TestCache()
    test.says("one")
    _ = await test.read()
    test.says(response)
    test.pass(seconds: 24 * 3_600)
    let result = await test.read()
    #expect(result.text == "one")
    #expect(result.source == .stale(reason: reason))
    test.pass(seconds: 1)
    #expect(await test.read() == .unavailable(reason: reason))
  }

  @Test(arguments: [400, 401, 403, 404, 409, 410, 422])
  func `a client error is the answer, and what was there is gone`(status: Int) async throws {
    let test = try TestCache()
    test.says("one")
    _ = await test.read()
    test.pass(seconds: 301)
    test.says(.answered(status: status, body: [7]))
    #expect(await test.read() == .refused(status: status, body: [7]))
    test.says(.unreachable(reason: "unreachable"))
    #expect(await test.read() == .unavailable(reason: "unreachable"))
  }

  @Test(arguments: [408, 425, 429])
  func `a client error that is about the request is the answer, and what was there stays`(
    status: Int
  ) async throws {
    let test = try TestCache()
    test.says("one")
    _ = await test.read()
    test.pass(seconds: 301)
    test.says(.answered(status: status, body: []))
    #expect(await test.read() == .refused(status: status, body: []))
    test.says(.unreachable(reason: "unreachable"))
    #expect(await test.read().text == "one")
  }

  @Test func `what the server says is still right is fresh again`() async throws {
    let test = try TestCache()
    test.says("one", entityTag: "\"1\"")
    _ = await test.read()
    test.pass(seconds: 301)
    test.says(.answered(status: 304, body: []))
    #expect(
      await test.read() == .answer(ReadAnswer(body: Array("one".utf8), source: .confirmed, ageSeconds: 0)))
    test.pass(seconds: 299)
    #expect(await test.read().source == .fresh)
    #expect(test.questions == [nil, "\"1\""])
  }

  @Test func `not modified says nothing to who has nothing`() async throws {
    let test = try TestCache()
    test.says(.answered(status: 304, body: []))
    #expect(await test.read() == .unavailable(reason: "status_304"))
  }

  @Test func `refresh asks although the answer is fresh, and goes on with it when nobody answers`()
    async throws
  {
    let test = try TestCache()
    test.says("one")
    _ = await test.read()
    test.says("two")
    #expect(await test.read(.refresh).text == "two")
    test.says(.unreachable(reason: "unreachable"))
    #expect(await test.read(.refresh).source == .stale(reason: "unreachable"))
  }

  @Test func `where only the server's word counts, nothing stands in`() async throws {
    let test = try TestCache()
    test.says("one", entityTag: "\"1\"")
    _ = await test.read()
    for response in [ReadResponse.unreachable(reason: "unreachable"), .answered(status: 500, body: [])] {
      test.says(response)
      guard case .unavailable = await test.read(.requireServer) else {
        Issue.record("something stood in for \(response)")
        return
      }
    }
    test.says(.answered(status: 304, body: []))
    #expect(await test.read(.requireServer).source == .confirmed)
    #expect(test.questions.last == .some("\"1\""))
  }

  @Test func `an answer from the future is not used`() async throws {
    let test = try TestCache()
    test.says("one")
    _ = await test.read()
    test.pass(seconds: -1)
    test.says(.unreachable(reason: "unreachable"))
    #expect(await test.read() == .unavailable(reason: "unreachable"))
  }

  @Test func `a write makes its group untrue, and no other`() async throws {
    let test = try TestCache()
    let cache = test.cache()
    let other = ReadKey(group: "others", name: "a")
    test.says("one")
    _ = await test.read("a", in: cache)
    _ = await test.read("b", in: cache)
    _ = await cache.read(other, as: .summary) { _ in .answered(status: 200, body: [1]) }
    await cache.invalidate(group: "things")
    test.says(.unreachable(reason: "unreachable"))
    #expect(await test.read("a", in: cache).text == nil)
    #expect(await test.read("b", in: cache).text == nil)
    #expect(
      await cache.read(other, as: .summary) { _ in .unreachable(reason: "") }
        == .answer(ReadAnswer(body: [1], source: .fresh, ageSeconds: 0)))
  }

  @Test func `a write makes one answer untrue`() async throws {
    let test = try TestCache()
    let cache = test.cache()
    test.says("one")
    _ = await test.read("a", in: cache)
    _ = await test.read("b", in: cache)
    await cache.invalidate(.test("a"))
    test.says("two")
    #expect(await test.read("a", in: cache).text == "two")
    #expect(await test.read("b", in: cache).text == "one")
  }

  /// Another instance stands for another process: all that they share is the folder.
  @Test func `what was asked before a write is not kept after it`() async throws {
    let test = try TestCache()
    let result = await test.cache().read(.test("a"), as: .summary) { _ in
      await test.cache().invalidate(group: "things")
      return .answered(status: 200, body: Array("before".utf8))
    }
    #expect(result.text == "before")
    test.says("after")
    #expect(await test.read().text == "after")
  }
}

extension TestCache {
  func read(_ mode: ReadMode) async -> ReadResult { await read("a", mode) }

  private func read(_ name: String, _ mode: ReadMode) async -> ReadResult {
    await read(name, in: nil, as: .summary, mode)
  }
}
