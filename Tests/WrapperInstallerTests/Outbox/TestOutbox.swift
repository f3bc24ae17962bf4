import ReleaseTesting
import Synchronization

@testable import WrapperInstaller

/// An outbox in a folder of its own, with a clock that a test moves and a server that says what a test wants.
final class TestOutbox: Sendable {
  let folder: TemporaryFolder
  private let clock = Mutex<Int64>(1_784_700_000)
  private let reply = Mutex<@Sendable (OutboxMutation) async -> OutboxDelivery>({ _ in .accepted })
  private let sent = Mutex<[OutboxMutation]>([])
  private let announced = Mutex<[OutboxEvent]>([])

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.path("outbox") }
  /// What was sent so far, in order, by the first byte of its body.
  var bodies: [UInt8] { sent.withLock { $0.compactMap(\.body.first) } }
  /// The same with all that it has.
  var mutations: [OutboxMutation] { sent.withLock { $0 } }
  var events: [OutboxEvent] { announced.withLock { $0 } }
  var now: Int64 { clock.withLock { $0 } }

  func names() throws -> [String] { try folder.names(in: "outbox") }

  func entryNames() throws -> [String] { try names().filter { $0.hasSuffix(".entry") } }

  func pass(seconds: Int64) { clock.withLock { $0 += seconds } }

  func replies(_ delivery: OutboxDelivery) { replies { _ in delivery } }

  func replies(_ reply: @escaping @Sendable (OutboxMutation) async -> OutboxDelivery) {
    self.reply.withLock { $0 = reply }
  }

  /// Another one stands for another process: all that they share is the folder.
  func outbox(
    _ scope: DataScope = .test, limits: OutboxLimits = OutboxLimits(), random: Double = 0,
    givesUp: Bool = false
  ) -> Outbox {
    Outbox(
      OutboxStore(folder: path, owner: scope.ownerDigest, limits: limits),
      OutboxSurroundings(
        now: { self.now }, random: { random },
        announce: { event in self.announced.withLock { $0.append(event) } },
        send: { mutation in
          self.sent.withLock { $0.append(mutation) }
          return await self.reply.withLock { $0 }(mutation)
        }, givesUp: givesUp))
  }

  /// Keeps mutations with one byte each.
  @discardableResult
  func enqueue(
    _ bodies: UInt8..., scopeKey: String = "a", in outbox: Outbox? = nil
  ) async throws -> [OutboxMutation] {
    var mutations: [OutboxMutation] = []
    for body in bodies {
      let mutation = OutboxMutation(scopeKey: scopeKey, kind: "test", body: [body], timerIds: ["t\(body)"])
      try await (outbox ?? self.outbox()).enqueue(mutation)
      mutations.append(mutation)
    }
    return mutations
  }

  func states() async throws -> [OutboxEntry.State] { try await outbox().entries().map(\.state) }
}

extension OutboxDelivery {
  static let accepted = status(201)

  static func status(_ status: Int) -> OutboxDelivery { .answered(OutboxAnswer(status: status)) }
}

extension OutboxEntry.State {
  var attention: AttentionReason? {
    if case .needsAttention(let reason, _, _) = self { reason } else { nil }
  }
}
