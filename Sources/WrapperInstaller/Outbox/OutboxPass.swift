import Synchronization

/// Goes through the outbox once, scope key by scope key, the oldest first.
struct OutboxPass: Sendable {
  private let outbox: Outbox
  private let signal: OutboxSignal
  private let authentications: Int

  private var store: OutboxStore { outbox.store }
  private var surroundings: OutboxSurroundings { outbox.surroundings }

  init(_ outbox: Outbox, _ signal: OutboxSignal) {
    self.outbox = outbox
    self.signal = signal
    authentications = outbox.state.withLock { $0.authentications }
  }

  func run(_ isWanted: @Sendable (OutboxName) -> Bool) async -> OutboxReplay {
    var replay = OutboxReplay()
    guard outbox.state.withLock({ !$0.isClosed }) else { return replay }
    do throws(InstallerError) {
      replay.isPaused = try await BlockingWork.run { [self] (_) throws(InstallerError) in try prepare() }
      let names = try await BlockingWork.run { [store] (_) throws(InstallerError) in try store.names() }
      for scope in Self.scopes(of: names.filter(isWanted)) where !replay.isPaused {
        await go(through: scope, &replay)
      }
    } catch {
      replay.failures.append(error)
    }
    return replay
  }

  /// Says whether nothing is to be sent.
  private func prepare() throws(InstallerError) -> Bool {
    if signal == .authenticated { try store.set(paused: false) }
    if signal == .sweep { try store.removeLeftovers(at: surroundings.now()) }
    return try store.isPaused()
  }

  private static func scopes(of names: [OutboxName]) -> [[OutboxName]] {
    var order: [String] = []
    var scopes: [String: [OutboxName]] = [:]
    for name in names {
      if scopes[name.scope] == nil { order.append(name.scope) }
      scopes[name.scope, default: []].append(name)
    }
    return order.compactMap { scopes[$0] }
  }

  /// Sends until one is in the way of those behind it.
  private func go(through names: [OutboxName], _ replay: inout OutboxReplay) async {
    for name in names where !Task.isCancelled {
      do throws(InstallerError) {
        switch try await BlockingWork.run({ [self] (_) throws(InstallerError) in try begin(name) }) {
        case .next: continue
        case .stop: return
        case .send(let lease, let record):
          let delivery = await surroundings.send(record.mutation)
          let verdict = OutboxRules.verdict(on: delivery)
          // Who signed in since is not the one that the server did not know.
          if verdict == .pause, hasSomebodySignedIn { return }
          try await BlockingWork.run { [self] (_) throws(InstallerError) in
            try withExtendedLifetime(lease) { () throws(InstallerError) in
              try end(lease, record, verdict)
            }
          }
          guard goesOn(after: verdict, record.id, &replay) else { return }
        }
      } catch {
        replay.failures.append(error)
        return
      }
    }
  }

  private enum Step: Sendable {
    case send(EntryLease, OutboxRecord)
    case next
    case stop
  }

  private func begin(_ name: OutboxName) throws(InstallerError) -> Step {
    let lease: EntryLease
    switch try store.lease(name) {
    case .taken(let taken): lease = taken
    case .gone: return .next
    case .busy: return .stop
    case .foreign: return try leave(name)
    }
    let now = surroundings.now()
    switch try store.read(name) {
    case .gone: return .next
    case .damaged: return try withExtendedLifetime(lease) { () throws(InstallerError) in try leave(name) }
    case .record(let kept):
      var record = OutboxRules.redated(kept, now: now)
      if record != kept { try store.write(record, lease) }
      switch OutboxRules.readiness(of: record, on: signal, now: now) {
      case .due: return .send(lease, record)
      case .waits: return .stop
      case .needsAttention:
        return try withExtendedLifetime(lease) { () throws(InstallerError) in try leave(name) }
      // Nobody looks at it, and a clock that is wrong by weeks may say so: nothing is given up that was never tried.
      case .tooOld where surroundings.givesUp && record.attempts == 0: return .send(lease, record)
      case .tooOld where surroundings.givesUp:
        return try withExtendedLifetime(lease) { () throws(InstallerError) in try leave(name) }
      case .tooOld:
        record.attention = .tooOld(at: now)
        try store.write(record, lease)
        surroundings.announce(.needsAttention(clientMutationId: record.id, .tooOld, code: "too_old"))
        return .stop
      }
    }
  }

  /// Goes past what a person has to look at, or removes it when none will.
  private func leave(_ name: OutboxName) throws(InstallerError) -> Step {
    guard surroundings.givesUp else { return .stop }
    try store.remove(name)
    return .next
  }

  /// Notes what came of sending, under the lease.
  private func end(
    _ lease: EntryLease, _ sent: OutboxRecord, _ verdict: OutboxRules.Verdict
  ) throws(InstallerError) {
    var record = sent
    record.attempts += 1
    let now = surroundings.now()
    switch verdict {
    case .accepted:
      try store.remove(lease.name)
    case .later(let failure, let asked):
      let delay = OutboxRules.delaySeconds(
        afterAttempts: record.attempts, asked: asked, random: surroundings.random())
      record.failure = failure
      record.notBefore = now.addingReportingOverflow(delay).partialValue
      try store.write(record, lease)
    case .pause:
      try store.set(paused: true)
    case .attention where surroundings.givesUp:
      try store.remove(lease.name)
    case .attention(let reason, let code, let message):
      record.attention = OutboxRecord.Attention(reason: reason, code: code, message: message, at: now)
      try store.write(record, lease)
    }
  }

  private func goesOn(after verdict: OutboxRules.Verdict, _ id: String, _ replay: inout OutboxReplay) -> Bool
  {
    switch verdict {
    case .accepted(let answer):
      replay.sent += 1
      replay.answers[id] = answer
      surroundings.announce(.sent(clientMutationId: id))
      return true
    case .later: return false
    case .pause:
      replay.isPaused = true
      surroundings.announce(.paused)
      return false
    case .attention(let reason, let code, _):
      surroundings.announce(.needsAttention(clientMutationId: id, reason, code: code))
      return surroundings.givesUp
    }
  }

  /// Whether a call of the actor succeeded since this pass began.
  private var hasSomebodySignedIn: Bool {
    outbox.state.withLock { $0.authentications } != authentications
  }
}
