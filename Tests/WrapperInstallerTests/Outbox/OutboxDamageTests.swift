import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct OutboxDamageTests {
  @Test(arguments: DamagedCacheTests.Damage.allCases)
  func `a damaged entry waits for a person, holds up its scope only, and can be discarded`(
    damage: DamagedCacheTests.Damage
  ) async throws {
    let test = try TestOutbox()
    let first = try await test.enqueue(1, 2)[0]
    try await test.enqueue(3, scopeKey: "b")
    let name = try #require(try test.entryNames().first { $0.contains(first.clientMutationId) })
    try damage.apply(to: "outbox/\(name)", in: test.folder)
    #expect(await test.outbox().sweep().sent == 1)
    #expect(test.bodies == [3])
    let entry = try #require(try await test.outbox().entries().first)
    #expect(entry.clientMutationId == first.clientMutationId)
    #expect(entry.state.attention == .damaged)
    await expect(.outboxEntryDamaged) { try await test.outbox().retry(first.clientMutationId) }
    try await test.outbox().discard(first.clientMutationId)
    #expect(await test.outbox().sweep().sent == 1)
    #expect(test.bodies == [3, 2])
  }

  @Test func `an entry under another one's name is not sent`() async throws {
    let test = try TestOutbox()
    try await test.enqueue(1)
    let name = try #require(try test.entryNames().first)
    let other = name.replacing(/[0-9a-f]{12}\.entry/, with: "000000000000.entry")
    try test.folder.write(test.folder.read("outbox/\(name)"), to: "outbox/\(other)")
    #expect(await test.outbox().sweep().sent <= 1)
    #expect(test.bodies.count <= 1)
    #expect(try await test.states().contains { $0.attention == .damaged })
  }

  @Test func `foreign files are left alone and change nothing`() async throws {
    let test = try TestOutbox()
    let names = ["notes.txt", "a-b-c-d.entry", ".entry", "-.entry", String(repeating: "x", count: 200)]
    for name in names { try test.folder.write([1], to: "outbox/\(name)") }
    try await test.enqueue(1)
    #expect(await test.outbox().sweep().sent == 1)
    for name in names { #expect(try test.names().contains(name)) }
  }

  @Test func `what a process left that was killed while it wrote goes after a day`() async throws {
    let test = try TestOutbox()
    try await test.enqueue(1)
    let leftover = ".\(try #require(try test.entryNames().first)).new"
    let path = try test.folder.write([1], to: "outbox/\(leftover)")
    let date = Date(timeIntervalSince1970: Double(test.now))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    test.pass(seconds: 86_400)
    await test.outbox().sweep()
    #expect(try test.names().contains(leftover))
    test.pass(seconds: 1)
    await test.outbox().sweep()
    #expect(try !test.names().contains(leftover))
  }

  @Test func `the same mutation again is the same entry, and another with its id is refused`() async throws {
    let test = try TestOutbox()
    let first = try await test.enqueue(1)[0]
    try await test.outbox().enqueue(first)
    #expect(try test.entryNames().count == 1)
    let other = try OutboxMutation(
      clientMutationId: first.clientMutationId, scopeKey: "b", kind: "test", body: [1])
    await expect(.mutationIdReused) { try await test.outbox().enqueue(other) }
    await expect(.invalidConfiguration) {
      _ = try OutboxMutation(clientMutationId: "1", scopeKey: "a", kind: "test", body: [])
    }
  }

  @Test func `a full outbox refuses, whoever's it is, and takes again when something left`() async throws {
    let test = try TestOutbox()
    var limits = OutboxLimits()
    limits.maximumEntries = 2
    let outbox = test.outbox(limits: limits)
    try await test.enqueue(1, in: test.outbox(DataScope(environment: "other"), limits: limits))
    try await test.enqueue(2, in: outbox)
    await expect(.outboxFull) { try await test.enqueue(3, in: outbox) }
    await outbox.sweep()
    try await test.enqueue(3, in: outbox)
    limits = OutboxLimits()
    limits.maximumBytes = 600
    await expect(.outboxFull) { try await test.enqueue(4, in: test.outbox(limits: limits)) }
    limits = OutboxLimits()
    limits.maximumBodyBytes = 3
    await expect(.outboxEntryTooLarge) {
      try await test.outbox(limits: limits).enqueue(
        OutboxMutation(scopeKey: "a", kind: "test", body: [1, 2, 3, 4]))
    }
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "mounting a small file system needs root"))
  func `a full disk refuses what is new and sends what is there`() async throws {
    let test = try TestOutbox()
    try test.folder.write([], to: "outbox/.keep")
    let disk = try SmallDisk(at: test.path, kilobytes: 64)
    defer { disk.unmount() }
    try await test.enqueue(1)
    try disk.leave(kilobytes: 0)
    await expect(.diskFull) { try await test.enqueue(2) }
    #expect(try test.names().count { $0.hasSuffix(".new") } == 0)
    #expect(await test.outbox().sweep().sent == 1)
    try disk.makeRoom()
    try await test.enqueue(2)
  }

  @Test func `a file in place of the folder is a failure with a code, and no crash`() async throws {
    let test = try TestOutbox()
    try test.folder.write([1], to: "outbox")
    await expect(.storageFailed) { try await test.enqueue(1) }
    #expect(await test.outbox().sweep().failures.map(\.code) == [.storageFailed])
  }
}
