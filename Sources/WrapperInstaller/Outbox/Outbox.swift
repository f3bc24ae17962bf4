import Synchronization

/// What an actor did, kept on disk until the server has it.
///
/// Once `enqueue` returns, a mutation is not lost, whatever is killed or cut; it is sent until the server takes it, and it has
/// its id before it is sent for the first time, so that sending it twice does it once. Mutations of one scope key are sent in
/// order; what holds one up holds up no other scope key. What nobody but a person can decide waits for one. What the rules are
/// stands in docs/offline-data.md. Several processes may share a folder.
///
/// There are no timers inside: the app calls `replay` when the network is back, when it comes to the front, when a call of the
/// actor succeeded, and every `sweepSeconds`.
public final class Outbox: Sendable {
  /// How often an app calls `replay(on: .sweep)`.
  public static let sweepSeconds: Int64 = 15

  let store: OutboxStore
  let surroundings: OutboxSurroundings
  let state = Mutex(State())

  struct State {
    var isClosed = false
    /// The sign-out that was the last when this outbox was made; nil as long as that could not be read.
    var signOut: SignOut?
    /// How often an actor's call succeeded. An answer to what was sent before the last one says nothing about who is signed
    /// in now.
    var authentications = 0
  }

  struct SignOut: Equatable {
    let mark: [UInt8]?
  }

  /// Names the folder, and changes nothing yet. It is made when it is missing, and belongs to the outbox. When the actor signs
  /// out, in whichever process, this outbox takes nothing more, and one that is made afterwards does.
  ///
  /// - Parameters:
  ///   - scope: whose mutations these are. The session does not count: what was done in one is sent in the next.
  ///   - announce: told of what became of mutations, from another thread.
  ///   - send: sends one mutation, with its id. It may be called again with the same one.
  public convenience init(
    folder: String, scope: DataScope, limits: OutboxLimits = OutboxLimits(),
    now: @escaping TimeOfDay = Clocks.system,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    announce: @escaping @Sendable (OutboxEvent) -> Void = { _ in },
    send: @escaping @Sendable (OutboxMutation) async -> OutboxDelivery
  ) {
    self.init(
      OutboxStore(folder: folder, owner: scope.ownerDigest, limits: limits),
      OutboxSurroundings(now: now, random: random, announce: announce, send: send))
  }

  init(_ store: OutboxStore, _ surroundings: OutboxSurroundings) {
    self.store = store
    self.surroundings = surroundings
    do throws(InstallerError) {
      let mark = try store.lastSignOut()
      state.withLock { $0.signOut = SignOut(mark: mark) }
    } catch {
      // The first mutation finds out.
    }
  }

  /// Keeps a mutation, durably. Fails with `outbox_full`, `outbox_entry_too_large` or a code of the disk; then it is not kept,
  /// and the same mutation may be handed in again.
  public func enqueue(_ mutation: OutboxMutation) async throws(InstallerError) {
    try await BlockingWork.run { [self] (_) throws(InstallerError) in
      try store.enqueue(mutation, at: surroundings.now()) { (mark) throws(InstallerError) in
        try checkIsOpen(SignOut(mark: mark))
      }
    }
  }

  /// Keeps a mutation, and makes the first, direct attempt: at it, after those before it that have the same scope key.
  public func submit(_ mutation: OutboxMutation) async throws(InstallerError) -> OutboxSubmission {
    try await enqueue(mutation)
    let scope = OutboxName.hashed(mutation.scopeKey)
    let replay = await OutboxPass(self, .enqueued).run { $0.scope == scope }
    if let answer = replay.answers[mutation.clientMutationId] { return .sent(answer) }
    return .waits
  }

  /// Goes through the outbox and sends what is due. What another process is sending is left to it. A task that is cancelled
  /// begins no further one.
  @discardableResult
  public func replay(on signal: OutboxSignal) async -> OutboxReplay {
    if signal == .authenticated { state.withLock { $0.authentications += 1 } }
    return await OutboxPass(self, signal).run { _ in true }
  }

  /// What the app calls every `sweepSeconds`.
  @discardableResult
  public func sweep() async -> OutboxReplay { await replay(on: .sweep) }

  /// - Parameter last: the sign-out that is the last by now.
  private func checkIsOpen(_ last: SignOut) throws(InstallerError) {
    let isOpen = state.withLock { state in
      let known = state.signOut ?? last
      state.signOut = known
      return !state.isClosed && known == last
    }
    guard isOpen else {
      throw InstallerError(
        .outboxSignedOut, during: .outbox, "the actor of this outbox signed out; use the one of the new scope"
      )
    }
  }
}

/// What became of a mutation that was just handed in.
public enum OutboxSubmission: Sendable, Hashable {
  /// The server has it.
  case sent(OutboxAnswer)
  /// It is kept; `entries` says what it waits for.
  case waits
}

/// What an outbox takes from the world besides its folder.
struct OutboxSurroundings: Sendable {
  let now: TimeOfDay
  let random: @Sendable () -> Double
  let announce: @Sendable (OutboxEvent) -> Void
  var send: @Sendable (OutboxMutation) async -> OutboxDelivery
  /// Whether what needs a person's attention is given up instead, because nobody will ever look.
  var givesUp = false
}
