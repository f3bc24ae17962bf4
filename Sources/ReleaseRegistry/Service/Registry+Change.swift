import ReleaseModel
import ReleaseTrust

/// Who asks for a change, from where, under which request id, and the key under which it may be asked again.
package struct ChangeContext: Sendable {
  package let actor: Caller
  package let remoteAddress: String
  package let requestId: String
  package let idempotencyKey: IdempotencyKey?
  /// Whether the change is only tried: judged and answered as if it were made.
  package let isTrial: Bool

  package init(
    actor: Caller, remoteAddress: String, requestId: String, idempotencyKey: IdempotencyKey? = nil,
    isTrial: Bool = false
  ) {
    self.actor = actor
    self.remoteAddress = remoteAddress
    self.requestId = requestId
    self.idempotencyKey = idempotencyKey
    self.isTrial = isTrial
  }
}

/// The answer to an admin request: a status, the JSON body, and the revision of the record that it shows.
package struct AdminAnswer: Sendable, Hashable {
  package let status: Int
  package let body: [UInt8]
  package let revision: Int64?
  /// What a repeated request gets in place of the body, where the body holds a secret.
  private(set) var repeatedBody: [UInt8]?

  /// An answer with `{"data": …}`.
  package init(_ value: some Encodable, status: Int = 200, revision: Int64? = nil) throws(RegistryError) {
    self.status = status
    body = try JSONText.encode(DataEnvelope(data: value))
    self.revision = revision
  }

  /// 204, without a body.
  static let noContent = AdminAnswer(status: 204, body: [], revision: nil)

  /// The same answer, of which only the other one is kept for a repeated request.
  func remembered(as other: AdminAnswer) -> AdminAnswer {
    var answer = self
    answer.repeatedBody = other.body
    return answer
  }

  init(status: Int, body: [UInt8], revision: Int64?) {
    self.status = status
    self.body = body
    self.revision = revision
  }
}

/// A change while its transaction runs: the records, and what has to be noted about the change.
struct ChangeScope {
  let session: any StoreSession
  let context: ChangeContext
  let now: Timestamp
  /// What the public checks are answered from now.
  let snapshot: RegistrySnapshot
  /// What they will be answered from once the change is durable; nil when they are not concerned.
  var nextSnapshot: RegistrySnapshot?
  /// What people sign, when the change brings something new of it.
  var nextOffline: OfflineMetadata?

  /// Runs a change of one release's record, and takes its new state into the next snapshot.
  mutating func changeRelease(
    _ channel: Channel, _ version: SemanticVersion, _ body: (any StoreSession) throws -> Void
  ) throws {
    try body(session)
    let candidate = try session.candidate(channel, version)
    nextSnapshot = (nextSnapshot ?? snapshot).replacing(version, with: candidate, on: channel)
  }

  /// Runs a change of policies, and takes it into the next snapshot.
  mutating func changePolicies(_ body: (any StoreSession) throws -> Void) throws {
    try body(session)
    nextSnapshot = (nextSnapshot ?? snapshot).replacing(policies: try session.policies())
  }

  /// Notes who changed which thing, how it was before and how it is now.
  func audit<Record: Encodable>(
    _ action: String, _ subject: String, before: Record? = nil, after: Record? = nil
  ) throws {
    try session.appendAudit(
      AuditEntry(
        at: now,
        actor: AuditEntry.Who(
          tokenId: context.actor.tokenId, name: context.actor.name, role: context.actor.role.rawValue),
        action: action, subject: subject, before: try before.map { try JSONText.value(of: $0) },
        after: try after.map { try JSONText.value(of: $0) }, remoteAddress: context.remoteAddress,
        requestId: context.requestId))
  }
}

extension Registry {
  /// Runs one change: the body's records, the audit row, the remembered answer and the next snapshot together, or
  /// nothing of it.
  func change(
    _ context: ChangeContext, _ body: @Sendable (inout ChangeScope) throws -> AdminAnswer
  ) throws(RegistryError) -> AdminAnswer {
    let now = configuration.clock()
    if context.isTrial { return try rehearse(context, at: now, body) }
    let outcome = try store.change(
      { session in
        if let key = context.idempotencyKey, let remembered = try session.answer(to: key) {
          return Change(answer: try Self.replay(remembered, key))
        }
        var scope = ChangeScope(
          session: session, context: context, now: now, snapshot: snapshots.current)
        let answer = try body(&scope)
        try signOnline(&scope)
        if let key = context.idempotencyKey {
          try session.remember(
            RememberedAnswer(
              request: key.request, status: answer.status, body: answer.repeatedBody ?? answer.body,
              revision: answer.revision),
            for: key, at: now)
        }
        return Change(answer: answer, snapshot: scope.snapshot, next: scope.nextSnapshot)
      },
      committed: { outcome in
        if let next = outcome.next { snapshots.replace(with: next) }
      })
    if outcome.next != nil, let replaced = outcome.snapshot {
      seenWrappers.note(replaced.answers.questions, at: now)
    }
    return outcome.answer
  }

  /// Runs a change up to where it would become durable, and undoes it: throws what it would throw, and answers what it
  /// would answer, without a secret that nobody would ever accept.
  private func rehearse(
    _ context: ChangeContext, at now: Timestamp, _ body: @Sendable (inout ChangeScope) throws -> AdminAnswer
  ) throws(RegistryError) -> AdminAnswer {
    try store.rehearse { session in
      var scope = ChangeScope(session: session, context: context, now: now, snapshot: snapshots.current)
      let answer = try body(&scope)
      try signOnline(&scope)
      return AdminAnswer(
        status: answer.status, body: answer.repeatedBody ?? answer.body, revision: answer.revision)
    }
  }

  /// What came of a change, and the snapshots before and after it.
  private struct Change: Sendable {
    let answer: AdminAnswer
    var snapshot: RegistrySnapshot?
    var next: RegistrySnapshot?
  }

  private static func replay(_ remembered: RememberedAnswer, _ key: IdempotencyKey) throws -> AdminAnswer {
    guard remembered.request == key.request else {
      throw RegistryError(
        .idempotencyConflict,
        "the Idempotency-Key '\(key.key)' was used for another request; send each new request with a new key")
    }
    return AdminAnswer(status: remembered.status, body: remembered.body, revision: remembered.revision)
  }
}
