import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct CacheBoundTests {
  private func limits(_ change: (inout CacheLimits) -> Void) -> CacheLimits {
    var limits = CacheLimits()
    change(&limits)
    return limits
  }

  @Test func `beyond the number of entries the oldest go, of whichever scope`() async throws {
    let test = try TestCache()
    let limits = limits { $0.maximumEntries = 3 }
    let other = test.cache(DataScope(environment: "other"), limits: limits)
    test.says("other")
    _ = await test.read("z", in: other)
    let cache = test.cache(limits: limits)
    for name in ["c", "b", "a"] {
      test.pass(seconds: 1)
      test.says(name)
      _ = await test.read(name, in: cache)
    }
    #expect(try test.entries().count == 3)
    test.says(.unreachable(reason: "unreachable"))
    #expect(await test.read("z", in: other).text == nil)
    #expect(await test.read("c", in: cache).text == "c")
    test.pass(seconds: 1)
    test.says("d")
    _ = await test.read("d", in: cache)
    test.says(.unreachable(reason: "unreachable"))
    #expect(await test.read("c", in: cache).text == nil)
    #expect(await test.read("b", in: cache).text == "b")
  }

  @Test func `beyond the bytes the oldest go`() async throws {
    let test = try TestCache()
    let cache = test.cache(limits: limits { $0.maximumBytes = 7_000 })
    for name in ["a", "b", "c"] {
      test.pass(seconds: 1)
      test.says(String(repeating: name, count: 2_000))
      _ = await test.read(name, in: cache)
    }
    #expect(try test.entries().count == 2)
    test.says(.unreachable(reason: "unreachable"))
    #expect(await test.read("a", in: cache).text == nil)
    #expect(await test.read("c", in: cache).source == .fresh)
  }

  @Test func `an answer that is too long is handed out and not kept, nor what was there before`() async throws
  {
    let test = try TestCache()
    let cache = test.cache(limits: limits { $0.maximumBodyBytes = 10 })
    test.says("short")
    _ = await test.read(in: cache)
    test.says("longer than ten")
    #expect(await test.read(in: cache, as: .summary, .refresh).text == "longer than ten")
    #expect(try test.entries().isEmpty)
  }

  @Test func `what can never be used again goes with the next answer, and foreign files stay`() async throws {
    let test = try TestCache()
    test.says("one")
    _ = await test.read("a")
    try test.folder.write([1], to: "cache/notes.txt")
    try test.folder.write([1], to: "cache/.\(try #require(try test.entries().first)).new")
    test.pass(seconds: 24 * 3_600 + 1)
    _ = await test.read("b")
    let names = try test.folder.names(in: "cache")
    #expect(names.count { $0.hasSuffix(".entry") } == 1)
    #expect(names.contains("notes.txt"))
    #expect(!names.contains { $0.hasSuffix(".new") })
  }

  @Test func `what tells of an invalidation goes after a day, of whichever scope`() async throws {
    let test = try TestCache()
    func generations() throws -> Int {
      try test.folder.names(in: "cache").count { $0.hasSuffix(".generation") }
    }
    for session in 1...5 {
      await test.cache(DataScope(environment: "a", session: "\(session)")).invalidate(group: "things")
    }
    // The system dated them, and this clock is another: they become today's.
    test.says("one")
    _ = await test.read("a")
    #expect(try generations() == 5)
    test.pass(seconds: 24 * 3_600)
    _ = await test.read("b")
    #expect(try generations() == 5)
    test.pass(seconds: 1)
    _ = await test.read("c")
    #expect(try generations() == 0)
    #expect(await test.read("c").source == .fresh)
  }
}
