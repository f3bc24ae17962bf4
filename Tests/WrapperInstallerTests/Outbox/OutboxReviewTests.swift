import Foundation
import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

@Suite struct OutboxReviewTests {
  private let next = DataScope(environment: "https://api.example", actor: "other@example.com")

  @Test func `review shows everything, the oldest first`() async throws {
    let test = try TestOutbox()
    let mutations = try await test.enqueue(1, 2)
    let entries = try await test.outbox().entries()
    #expect(entries.map(\.mutation) == mutations)
    #expect(entries.map(\.createdAt) == [test.now, test.now])
    #expect(entries.map(\.attempts) == [0, 0])
  }

  @Test func `a retry sends it again with the same id, and what is behind it after it`() async throws {
    let test = try TestOutbox()
    let first = try await test.enqueue(1, 2)[0]
    test.replies(.status(403))
    await test.outbox().sweep()
    try await test.outbox().retry(first.clientMutationId.uppercased())
    test.replies(.accepted)
    #expect(await test.outbox().replay(on: .retry).sent == 2)
    #expect(test.bodies == [1, 1, 2])
    #expect(test.mutations[1] == first)
  }

  @Test func `a discard announces the timers that it suppresses, and lets go what is behind it`() async throws
  {
    let test = try TestOutbox()
    let first = try await test.enqueue(1, 2)[0]
    test.replies { $0.body == [1] ? .status(403) : .accepted }
    await test.outbox().sweep()
    #expect(try await test.outbox().discard(first.clientMutationId) == ["t1"])
    #expect(
      test.events.last == .timersSuppressed(clientMutationId: first.clientMutationId, timerIds: ["t1"]))
    #expect(await test.outbox().sweep().sent == 1)
    #expect(test.bodies == [1, 2])
  }

  @Test func `what is not there, and what is being sent, is neither retried nor discarded`() async throws {
    let test = try TestOutbox()
    let unknown = OutboxMutation(scopeKey: "a", kind: "test", body: []).clientMutationId
    await expect(.outboxEntryNotFound) { try await test.outbox().retry(unknown) }
    await expect(.outboxEntryNotFound) { try await test.outbox().discard(unknown) }
    let first = try await test.enqueue(1)[0]
    test.replies { _ in
      await expect(.outboxEntryBusy) { try await test.outbox().discard(first.clientMutationId) }
      await expect(.outboxEntryBusy) { try await test.outbox().retry(first.clientMutationId) }
      return .accepted
    }
    #expect(await test.outbox().sweep().sent == 1)
  }

  @Test func `signing out with nothing left asks nobody`() async throws {
    let test = try TestOutbox()
    let result = try await test.outbox().signOut(to: next, sending: { _ in .accepted }) { _ in
      Issue.record("it asked")
      return .stay
    }
    guard case .signedOut = result else {
      Issue.record("not signed out")
      return
    }
  }

  @Test func `signing out asks about what waits, and whoever stays keeps it`() async throws {
    let test = try TestOutbox()
    let outbox = test.outbox()
    let mutations = try await test.enqueue(1, 2)
    let result = try await outbox.signOut(to: next, sending: { _ in .accepted }) { entries in
      #expect(entries.map(\.mutation) == mutations)
      return .stay
    }
    guard case .stayed = result else {
      Issue.record("signed out")
      return
    }
    #expect(await outbox.sweep().sent == 2)
  }

  @Test func `signing out gives up what was shown, announces its timers and moves to another scope`()
    async throws
  {
    let test = try TestOutbox()
    let outbox = test.outbox()
    try await test.enqueue(1, 2)
    let sentByNext = Mutex(0)
    let result = try await outbox.signOut(
      to: next,
      sending: { _ in
        sentByNext.withLock { $0 += 1 }
        return .accepted
      }
    ) { _ in .discardAll }
    guard case .signedOut(let other) = result else {
      Issue.record("not signed out")
      return
    }
    #expect(try test.entryNames().isEmpty)
    #expect(test.events.count == 2)
    await expect(.outboxSignedOut) { try await test.enqueue(3, in: outbox) }
    try await test.enqueue(4, in: other)
    #expect(await other.sweep().sent == 1)
    #expect(sentByNext.withLock { $0 } == 1)
    #expect(test.bodies.isEmpty)
  }

  @Test func `signing out stops when something is being sent`() async throws {
    let test = try TestOutbox()
    let outbox = test.outbox()
    try await test.enqueue(1)
    test.replies { _ in
      await expect(.signOutStopped) {
        _ = try await outbox.signOut(to: next, sending: { _ in .accepted }) { _ in .discardAll }
      }
      return .status(500)
    }
    await outbox.sweep()
    #expect(try test.entryNames().count == 1)
    try await test.enqueue(2, in: outbox)
  }

  @Test func `signing out stops when more comes meanwhile, which stays`() async throws {
    let test = try TestOutbox()
    let outbox = test.outbox()
    try await test.enqueue(1)
    await expect(.signOutStopped) {
      _ = try await outbox.signOut(to: next, sending: { _ in .accepted }) { _ in
        do { try await test.enqueue(2) } catch { Issue.record(error) }
        return .discardAll
      }
    }
    #expect(await outbox.sweep().sent == 1)
    #expect(test.bodies == [2])
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "mounting a small file system needs root"))
  func `signing out stops when the disk does not let go`() async throws {
    let test = try TestOutbox()
    try test.folder.write([], to: "outbox/.keep")
    let disk = try SmallDisk(at: test.path, kilobytes: 256)
    defer { disk.unmount() }
    let outbox = test.outbox()
    try await test.enqueue(1)
    try disk.set(readOnly: true)
    await expect(.signOutStopped) {
      _ = try await outbox.signOut(to: next, sending: { _ in .accepted }) { _ in .discardAll }
    }
    #expect(test.events.isEmpty)
    try disk.set(readOnly: false)
    #expect(await outbox.sweep().sent == 1)
  }
}

/// Fails the test unless `body` fails with this code.
func expect(_ code: InstallerError.Code, _ body: () async throws -> Void) async {
  do {
    try await body()
    Issue.record("it did not fail with \(code.rawValue)")
  } catch let error as InstallerError {
    #expect(error.code == code)
  } catch {
    Issue.record(error)
  }
}
