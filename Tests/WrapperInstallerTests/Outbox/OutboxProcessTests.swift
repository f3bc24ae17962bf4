import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct OutboxProcessTests {
  /// Of what `enqueue` said is kept, nothing may be missing, whenever its process is killed.
  @Test(arguments: 1...8) func `what was enqueued survives kill -9`(count: Int) async throws {
    let test = try TestOutbox()
    let worker = try OutboxWorker("enqueue", test.path)
    var kept: [String] = []
    while kept.count < count * 3, let id = worker.line() { kept.append(id) }
    worker.kill()
    while let id = worker.line() { kept.append(id) }
    #expect(kept.count >= count * 3)
    let there = try await test.outbox().entries()
    let ids = there.map(\.clientMutationId)
    #expect(Array(ids.prefix(kept.count)) == kept)
    #expect(there.allSatisfy { $0.state.attention == nil })
    #expect(await test.outbox().sweep().sent == there.count)
  }

  @Test func `while one process sends, another leaves its scope alone; killed, the other takes over`()
    async throws
  {
    let test = try TestOutbox()
    let first = try await test.enqueue(1, 2)[0]
    let worker = try OutboxWorker("send", test.path)
    #expect(worker.line() == "sending \(first.clientMutationId)")
    try await test.enqueue(3, scopeKey: "b")
    #expect(await test.outbox().sweep().sent == 1)
    #expect(test.bodies == [3])
    worker.kill()
    #expect(await test.outbox().sweep().sent == 2)
    #expect(test.bodies == [3, 1, 2])
  }

  @Test func `an actor that signs out is signed out in every process`() async throws {
    let test = try TestOutbox()
    let outbox = test.outbox()
    let worker = try OutboxWorker("obey", test.path)
    #expect(worker.line() == "ready")
    worker.tell("enqueue")
    #expect(worker.line() == "kept")
    let result = try await outbox.signOut(
      to: DataScope(environment: "https://api.example", actor: "other"), sending: { _ in .accepted }
    ) { entries in
      #expect(entries.count == 1)
      return .discardAll
    }
    guard case .signedOut = result else {
      Issue.record("not signed out")
      return
    }
    worker.tell("enqueue")
    #expect(worker.line() == "outbox_signed_out")
    #expect(try test.entryNames().isEmpty)
    // Whoever signs in again has an outbox of their own.
    try await test.enqueue(1, in: test.outbox())
    #expect(try test.entryNames().count == 1)
  }

  @Test func `of a mutation that is enqueued while its actor signs out, one of the two hears`() async throws {
    let next = DataScope(environment: "https://api.example", actor: "other")
    for _ in 0..<100 {
      let test = try TestOutbox()
      let outbox = test.outbox()
      let enqueuing = Task {
        do throws(InstallerError) {
          try await outbox.enqueue(OutboxMutation(scopeKey: "a", kind: "test", body: [1]))
          return true
        } catch {
          #expect(error.code == .outboxSignedOut)
          return false
        }
      }
      var isSignedOut = false
      do throws(InstallerError) {
        _ = try await outbox.signOut(to: next, sending: { _ in .accepted }) { _ in .stay }
        isSignedOut = true
      } catch {
        #expect(error.code == .signOutStopped)
      }
      let isKept = await enqueuing.value
      #expect(try test.entryNames().count == (isKept ? 1 : 0))
      // It may also have stayed, because it was asked.
      if isSignedOut, isKept { await expectOpen(outbox) }
    }
  }

  private func expectOpen(_ outbox: Outbox) async {
    do throws(InstallerError) {
      try await outbox.enqueue(OutboxMutation(scopeKey: "a", kind: "test", body: [2]))
    } catch {
      Issue.record("something was kept and then the actor signed out: \(error)")
    }
  }

  @Test func `two that go through it at once send everything once and in order`() async throws {
    let test = try TestOutbox()
    for body in 0..<40 as Range<UInt8> {
      try await test.enqueue(body, scopeKey: "\(body % 4)")
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { await test.outbox().sweep() } }
    }
    // What one found busy was left to the other; one more pass takes the rest.
    await test.outbox().sweep()
    #expect(test.bodies.sorted() == Array(0..<40))
    for scope in 0..<4 as Range<UInt8> {
      let ofScope = test.bodies.filter { $0 % 4 == scope }
      #expect(ofScope == ofScope.sorted())
    }
  }
}

/// `outbox-worker`, beside the test bundle that is running.
private final class OutboxWorker {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var unread: [UInt8] = []

  init(_ arguments: String...) throws {
    process.executableURL = Self.program
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  deinit { kill() }

  /// The next whole line; nil at the end.
  func line() -> String? {
    while !unread.contains(10) {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      unread += more
    }
    let line = unread.prefix { $0 != 10 }
    unread.removeFirst(line.count + 1)
    return String(decoding: line, as: UTF8.self)
  }

  /// Sends it a line.
  func tell(_ line: String) { input.fileHandleForWriting.write(Data("\(line)\n".utf8)) }

  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static var program: URL {
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    let bundle = ([executable] + CommandLine.arguments).first { $0.contains(".xctest") } ?? executable
    var url = URL(fileURLWithPath: bundle)
    while url.path.contains(".xctest") { url.deleteLastPathComponent() }
    return url.appendingPathComponent("outbox-worker")
  }
}
