import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct CacheScopeTests {
  private static let others = [
    DataScope(environment: "https://test.example", actor: "user@example.com", session: "s3cret"),
    DataScope(environment: "https://api.example", actor: "other@example.com", session: "s3cret"),
    DataScope(environment: "https://api.example", actor: "user@example.com", session: "other"),
    DataScope(environment: "https://api.example", actor: "user@example.com"),
    DataScope(environment: "https://api.example", actor: "user@example.coms", session: "3cret"),
    DataScope(environment: "https://api.example"),
  ]

  @Test(arguments: others) func `another environment, actor or session sees nothing`(scope: DataScope)
    async throws
  {
    let test = try TestCache()
    test.says("mine")
    _ = await test.read()
    test.says(.unreachable(reason: "unreachable"))
    #expect(await test.read(in: test.cache(scope)).text == nil)
    #expect(await test.read().text == "mine")
  }

  @Test func `signing out moves to another scope and removes what was there`() async throws {
    let test = try TestCache()
    let cache = test.cache()
    test.says("mine")
    _ = await test.read(in: cache)
    let next = await cache.signOut(to: Self.others[1])
    #expect(try test.entries().isEmpty)
    // What comes in for the one who left is handed out to whoever asked, and not kept.
    #expect(await test.read(in: cache).text == "mine")
    #expect(try test.entries().isEmpty)
    test.says("yours")
    #expect(await test.read(in: next).source == .server)
    #expect(await test.read(in: next).source == .fresh)
  }

  @Test func `an answer that arrives after another process signed out is not kept`() async throws {
    let test = try TestCache()
    _ = await test.cache().read(.test("a"), as: .summary) { _ in
      _ = await test.cache().signOut(to: Self.others[1])
      return .answered(status: 200, body: [1])
    }
    #expect(try test.entries().isEmpty)
  }

  @Test func `names on disk give nothing away`() async throws {
    let test = try TestCache()
    test.says("mine")
    _ = await test.read("/people?token=hunter2")
    let names = try test.folder.names(in: "cache")
    #expect(!names.isEmpty)
    for name in names {
      #expect(name.wholeMatch(of: /[0-9a-f]{32}(-[0-9a-f]{32}){0,2}\.(entry|generation)/) != nil)
    }
  }

  @Test func `an entry under another one's name is not believed`() async throws {
    let test = try TestCache()
    test.says("mine")
    _ = await test.read("a")
    let first = try #require(try test.entries().first)
    _ = await test.read("b")
    let second = try #require(try test.entries().first { $0 != first })
    try test.folder.write(test.folder.read("cache/\(first)"), to: "cache/\(second)")
    test.says("new")
    #expect(await test.read("b").text == "new")
  }
}
