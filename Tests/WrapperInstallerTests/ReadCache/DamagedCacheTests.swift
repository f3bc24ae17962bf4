import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct DamagedCacheTests {
  enum Damage: CaseIterable {
    case empty, torn, oneBit, foreign, zeros, link, folder, pipe, longer
  }

  @Test(arguments: Damage.allCases)
  func `a damaged entry is as none, and the next answer takes its place`(damage: Damage) async throws {
    let test = try TestCache()
    test.says("one")
    _ = await test.read()
    try damage.apply(to: "cache/\(try #require(try test.entries().first))", in: test.folder)
    test.says("two")
    #expect(await test.read().text == "two")
    #expect(await test.read().source == .fresh)
  }

  enum Trouble: CaseIterable {
    case fileInPlace, parentMissing, danglingLink
  }

  @Test(arguments: Trouble.allCases)
  func `where no store can be, readers get what they would get without one`(trouble: Trouble) async throws {
    let test = try TestCache()
    var path = test.path
    switch trouble {
    case .fileInPlace: try test.folder.write([1], to: "cache")
    case .parentMissing: path = test.folder.path("not/there")
    case .danglingLink:
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: test.folder.path("none"))
    }
    let cache = ReadCache(folder: path, scope: .test)
    test.says("one")
    #expect(await test.read(in: cache).source == .server)
    #expect(await test.read(in: cache).source == .server)
    await cache.invalidate(group: "things")
    test.says(.answered(status: 403, body: []))
    #expect(await test.read(in: cache) == .refused(status: 403, body: []))
    test.says(.unreachable(reason: "unreachable"))
    #expect(await test.read(in: cache) == .unavailable(reason: "unreachable"))
    _ = await cache.signOut(to: DataScope(environment: "other"))
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "mounting a small file system needs root"))
  func `a full disk keeps nothing, answers all the same, and keeps again when there is room`() async throws {
    let test = try TestCache()
    try test.folder.write([], to: "cache/.keep")
    let disk = try SmallDisk(at: test.path, kilobytes: 256)
    defer { disk.unmount() }
    let cache = test.cache()
    test.says("one")
    _ = await test.read(in: cache)
    try disk.leave(kilobytes: 0)
    test.says("two")
    #expect(await test.read(in: cache, as: .summary, .refresh).text == "two")
    #expect(await test.read(in: cache).text == "two")
    try disk.makeRoom()
    #expect(await test.read(in: cache).text == "two")
    #expect(await test.read(in: cache).source == .fresh)
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "mounting a small file system needs root"))
  func `what could not be removed after a write is not believed until it is`() async throws {
    let test = try TestCache()
    try test.folder.write([], to: "cache/.keep")
    let disk = try SmallDisk(at: test.path, kilobytes: 256)
    defer { disk.unmount() }
    let cache = test.cache()
    test.says("before")
    _ = await test.read(in: cache)
    try disk.set(readOnly: true)
    await cache.invalidate(group: "things")
    test.says(.unreachable(reason: "unreachable"))
    #expect(await test.read(in: cache).text == nil)
    try disk.set(readOnly: false)
    #expect(await test.read(in: cache).text == nil)
    test.says("after")
    _ = await test.read(in: cache)
    #expect(await test.read(in: cache).source == .fresh)
  }
}

extension DamagedCacheTests.Damage {
  func apply(to name: String, in folder: TemporaryFolder) throws {
    let bytes = try folder.read(name)
    let path = folder.path(name)
    switch self {
    case .empty: try folder.write([], to: name)
    case .torn: try folder.write(bytes.dropLast(5), to: name)
    case .oneBit:
      // In the first text of the JSON, the body, so that what comes out is still JSON and still base64.
      var changed = bytes
      let mark = changed.indices.dropLast(3).first { changed[$0..<$0 + 3].elementsEqual("\":\"".utf8) }
      changed[try #require(mark) + 3] ^= 4
      try folder.write(changed, to: name)
    case .foreign: try folder.write(Array(#"{"schemaVersion":1}"#.utf8), to: name)
    case .zeros: try folder.write([UInt8](repeating: 0, count: bytes.count), to: name)
    case .longer: try folder.write([UInt8](repeating: 32, count: 4 << 20), to: name)
    case .link:
      try folder.write(bytes, to: "elsewhere")
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: folder.path("elsewhere"))
    case .folder:
      try FileManager.default.removeItem(atPath: path)
      try folder.write([1], to: "\(name)/inner")
    case .pipe:
      try FileManager.default.removeItem(atPath: path)
      guard mkfifo(path, 0o644) == 0 else { throw POSIXError(.EIO) }
    }
  }
}
