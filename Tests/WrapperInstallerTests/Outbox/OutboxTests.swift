import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

@Suite struct OutboxTests {
  @Test func `a mutation has its id before it is sent, and keeps it however often that happens`() async throws
  {
    let test = try TestOutbox()
    let mutation = OutboxMutation(scopeKey: "a", kind: "test", body: [1])
    #expect(mutation.clientMutationId.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
    test.replies(.unreachable(reason: "timeout"))
    #expect(try await test.outbox().submit(mutation) == .waits)
    test.pass(seconds: 3_600)
    test.replies(.accepted)
    #expect(await test.outbox().replay(on: .focus).sent == 1)
    #expect(test.mutations == [mutation, mutation])
    #expect(try test.entryNames().isEmpty)
    #expect(test.events == [.sent(clientMutationId: mutation.clientMutationId)])
  }

  @Test func `the direct attempt gives back the server's answer, and comes after what is before it`()
    async throws
  {
    let test = try TestOutbox()
    try await test.enqueue(1)
    try await test.enqueue(9, scopeKey: "b")
    let answer = OutboxAnswer(status: 200, body: [7])
    test.replies(.answered(answer))
    let mutation = OutboxMutation(scopeKey: "a", kind: "test", body: [2])
    #expect(try await test.outbox().submit(mutation) == .sent(answer))
    #expect(test.bodies == [1, 2])
  }

  @Test func `what fails holds up what comes after it in its scope only`() async throws {
    let test = try TestOutbox()
    try await test.enqueue(1, 2)
    try await test.enqueue(3, 4, scopeKey: "b")
    test.replies { $0.body == [1] ? .status(500) : .accepted }
    #expect(await test.outbox().replay(on: .sweep).sent == 2)
    #expect(test.bodies == [1, 3, 4])
    test.pass(seconds: 15)
    test.replies(.accepted)
    await test.outbox().sweep()
    #expect(test.bodies == [1, 3, 4, 1, 2])
  }

  @Test func `what needs attention holds up what comes after it in its scope only`() async throws {
    let test = try TestOutbox()
    let first = try await test.enqueue(1, 2)[0]
    try await test.enqueue(3, scopeKey: "b")
    test.replies { $0.body == [1] ? .status(422) : .accepted }
    await test.outbox().sweep()
    await test.outbox().sweep()
    #expect(test.bodies == [1, 3])
    #expect(
      test.events.contains(
        .needsAttention(clientMutationId: first.clientMutationId, .validation, code: "status_422")))
  }

  @Test(arguments: [
    (403, AttentionReason.permission), (404, .missingParent), (410, .missingParent), (424, .missingParent),
    (400, .validation), (413, .validation), (415, .validation), (422, .validation),
    (409, .idempotencyConflict),
    (402, .unclassified), (412, .unclassified), (302, .unclassified), (101, .unclassified),
  ])
  func `what is refused for good waits for a person`(status: Int, reason: AttentionReason) async throws {
    let test = try TestOutbox()
    try await test.enqueue(1)
    test.replies(.answered(OutboxAnswer(status: status, code: "why", message: "because")))
    await test.outbox().sweep()
    test.pass(seconds: 3_600)
    for signal in OutboxSignal.allCases { await test.outbox().replay(on: signal) }
    #expect(test.bodies.count == 1)
    #expect(try await test.states() == [.needsAttention(reason, code: "why", message: "because")])
  }

  @Test func `the sender's own word on a refusal counts`() async throws {
    let test = try TestOutbox()
    try await test.enqueue(1)
    test.replies(.refused(.missingParent, code: "no_such_sheet", message: "gone"))
    await test.outbox().sweep()
    #expect(
      try await test.states() == [.needsAttention(.missingParent, code: "no_such_sheet", message: "gone")])
  }

  @Test(arguments: [
    (OutboxDelivery.unreachable(reason: "timeout"), "timeout"), (.status(500), "status_500"),
    (.status(503), "status_503"), (.status(408), "status_408"), (.status(425), "status_425"),
    (.status(429), "status_429"),
  ])
  func `network and server failures back off and stay pending`(
    delivery: OutboxDelivery, code: String
  ) async throws {
    let test = try TestOutbox()
    try await test.enqueue(1)
    test.replies(delivery)
    await test.outbox(random: 1).sweep()
    #expect(try await test.states() == [.pending(notBefore: test.now + 15, lastFailure: code)])
    test.pass(seconds: 14)
    await test.outbox(random: 1).sweep()
    #expect(test.bodies.count == 1)
    test.pass(seconds: 1)
    await test.outbox(random: 1).sweep()
    #expect(test.bodies.count == 2)
    #expect(try await test.states() == [.pending(notBefore: test.now + 30, lastFailure: code)])
  }

  @Test func `the network being back ends the waits that were for the network`() async throws {
    let test = try TestOutbox()
    try await test.enqueue(1)
    try await test.enqueue(2, scopeKey: "b")
    test.replies { $0.body == [1] ? .unreachable(reason: "timeout") : .status(503) }
    await test.outbox().sweep()
    test.replies(.accepted)
    #expect(await test.outbox().replay(on: .focus).sent == 0)
    #expect(await test.outbox().replay(on: .online).sent == 1)
    #expect(test.bodies == [1, 2, 1])
  }

  @Test func `a wait that the server asks for is kept, and one that is too long is cut`() async throws {
    let test = try TestOutbox()
    try await test.enqueue(1)
    test.replies(.answered(OutboxAnswer(status: 503, retryAfterSeconds: 600)))
    await test.outbox().sweep()
    #expect(try await test.states() == [.pending(notBefore: test.now + 600, lastFailure: "status_503")])
    test.pass(seconds: 600)
    test.replies(.answered(OutboxAnswer(status: 503, retryAfterSeconds: .max)))
    await test.outbox().sweep()
    #expect(try await test.states() == [.pending(notBefore: test.now + 86_400, lastFailure: "status_503")])
  }

  @Test func `401 pauses everything of the actor until a call succeeds, in every process`() async throws {
    let test = try TestOutbox()
    try await test.enqueue(1)
    try await test.enqueue(2, scopeKey: "b")
    test.replies(.status(401))
    #expect(await test.outbox().replay(on: .sweep).isPaused)
    #expect(test.events == [.paused])
    test.replies(.accepted)
    for signal in OutboxSignal.allCases where signal != .authenticated {
      #expect(await test.outbox().replay(on: signal).isPaused)
    }
    #expect(test.bodies == [1])
    #expect(await test.outbox().replay(on: .authenticated).sent == 2)
    #expect(test.bodies == [1, 1, 2])
  }

  @Test func `a 401 to what was sent before somebody signed in pauses nothing`() async throws {
    let test = try TestOutbox()
    try await test.enqueue(1)
    let outbox = test.outbox()
    test.replies { _ in
      await outbox.replay(on: .authenticated)
      return .status(401)
    }
    #expect(await outbox.replay(on: .sweep).isPaused == false)
    test.replies(.accepted)
    #expect(await outbox.sweep().sent == 1)
  }

  @Test func `what waits for more than seven days waits for a person`() async throws {
    let test = try TestOutbox()
    let first = try await test.enqueue(1)[0]
    test.replies(.status(503))
    await test.outbox().sweep()
    test.pass(seconds: 7 * 86_400)
    await test.outbox().sweep()
    #expect(test.bodies.count == 2)
    test.pass(seconds: 86_401)
    test.replies(.accepted)
    #expect(try await test.states().first?.attention == .tooOld)
    await test.outbox().replay(on: .online)
    #expect(test.bodies.count == 2)
    #expect(
      test.events == [.needsAttention(clientMutationId: first.clientMutationId, .tooOld, code: "too_old")])
    // Its days begin anew when a person says so.
    try await test.outbox().retry(first.clientMutationId)
    #expect(await test.outbox().replay(on: .retry).sent == 1)
  }

  @Test(arguments: [-10 * 365 * 86_400, 10 * 365 * 86_400, 56 * 365 * 86_400] as [Int64])
  func `a clock that is wrong by years makes nothing too old, neither while it is nor afterwards`(
    seconds: Int64
  ) async throws {
    let test = try TestOutbox()
    try await test.enqueue(1)
    test.replies(.status(503))
    await test.outbox().sweep()
    for jump in [seconds, -seconds] {
      test.pass(seconds: jump)
      #expect(try await test.states().first?.attention == nil)
      await test.outbox().sweep()
      #expect(try await test.states().first?.attention == nil)
    }
    #expect(test.events == [])
    // Its seven days began anew when the clock was right again, and end.
    test.pass(seconds: 7 * 86_400 + 1)
    await test.outbox().sweep()
    #expect(try await test.states().first?.attention == .tooOld)
  }

  @Test func `what nobody looks at is not given up before it was sent once`() async throws {
    let test = try TestOutbox()
    try await test.enqueue(1)
    test.replies(.status(503))
    test.pass(seconds: 8 * 86_400)
    let outbox = test.outbox(givesUp: true)
    await outbox.sweep()
    #expect(test.bodies == [1])
    #expect(try test.entryNames().count == 1)
    await outbox.sweep()
    #expect(test.bodies == [1])
    #expect(try test.entryNames() == [])
  }

  @Test func `another environment or actor sends nothing of this one, and another session does`() async throws
  {
    let test = try TestOutbox()
    try await test.enqueue(1)
    for scope in [
      DataScope(environment: "https://test.example", actor: "user@example.com", session: "s3cret"),
      DataScope(environment: "https://api.example", actor: "other@example.com", session: "s3cret"),
      DataScope(environment: "https://api.example"),
    ] {
      let other = test.outbox(scope)
      #expect(await other.replay(on: .online).sent == 0)
      #expect(try await other.entries().isEmpty)
    }
    let next = DataScope(environment: "https://api.example", actor: "user@example.com", session: "next")
    #expect(await test.outbox(next).replay(on: .authenticated).sent == 1)
  }

  @Test func `names on disk give nothing away`() async throws {
    let test = try TestOutbox()
    try await test.enqueue(1, scopeKey: "/people/token=hunter2")
    test.replies(.status(401))
    await test.outbox().sweep()
    #expect(try test.names().count == 2)
    for name in try test.names() {
      let isOurs =
        name.wholeMatch(of: /[0-9a-f]{32}(-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f-]{36}\.entry|\.paused)/) != nil
      #expect(isOurs)
    }
  }

  @Test func `a clock that was set back keeps nothing from being sent`() async throws {
    let test = try TestOutbox()
    try await test.enqueue(1)
    test.replies(.status(503))
    await test.outbox().sweep()
    test.pass(seconds: -400 * 86_400)
    test.replies(.accepted)
    #expect(await test.outbox().sweep().sent == 1)
  }
}
