import Synchronization

/// What an app decides about what still waits when its actor signs out.
public enum SignOutDecision: Sendable, Hashable {
  /// Stay signed in, so that it can be sent.
  case stay
  /// Give it all up.
  case discardAll
}

/// How signing out ended.
public enum SignOutResult: Sendable {
  /// Nothing is left of the old scope; this is the outbox of the new one.
  case signedOut(Outbox)
  /// The actor stays.
  case stayed
}

extension Outbox {
  /// Leaves this scope. When something still waits, asks, and gives up exactly what it showed. From then on no outbox of the
  /// old scope that is open now takes anything, in no process.
  ///
  /// Fails with `sign_out_stopped`, and nobody is signed out, when something could not be discarded safely: it is being sent, the
  /// disk failed, or more came meanwhile. What was discarded before that is gone and announced.
  ///
  /// - Parameter send: sends for the actor of the new scope.
  public func signOut(
    to scope: DataScope, sending send: @escaping @Sendable (OutboxMutation) async -> OutboxDelivery,
    asking decide: @Sendable ([OutboxEntry]) async -> SignOutDecision
  ) async throws(InstallerError) -> SignOutResult {
    let waiting = try await entries()
    if !waiting.isEmpty {
      guard await decide(waiting) == .discardAll else { return .stayed }
    }
    try await BlockingWork.run { [self] (_) throws(InstallerError) in
      try close(discarding: waiting.map(\.clientMutationId))
    }
    let store = OutboxStore(folder: store.folder, owner: scope.ownerDigest, limits: store.limits)
    var surroundings = surroundings
    surroundings.send = send
    return .signedOut(Outbox(store, surroundings))
  }

  /// One step for whoever enqueues: it is before or after all of this.
  private func close(discarding ids: [String]) throws(InstallerError) {
    do throws(InstallerError) {
      try store.signOut { () throws(InstallerError) in
        // Nothing is to be sent any more meanwhile.
        state.withLock { $0.isClosed = true }
        try discard(exactly: ids)
      }
    } catch {
      state.withLock { $0.isClosed = false }
      guard error.code != .signOutStopped else { throw error }
      throw InstallerError(
        .signOutStopped, during: .outbox,
        "nobody was signed out, because what waits could not be discarded safely: \(error.message)",
        cause: error)
    }
  }

  private func discard(exactly ids: [String]) throws(InstallerError) {
    for name in try store.names() where ids.contains(name.id) {
      do throws(InstallerError) {
        _ = try discard(name)
      } catch {
        // It was sent meanwhile, which is better.
        guard error.code == .outboxEntryNotFound else { throw error }
      }
    }
    let left = try store.names().count
    guard left == 0 else {
      throw InstallerError(
        .signOutStopped, during: .outbox, "\(left) more mutations came meanwhile; sign out again")
    }
    try store.set(paused: false)
  }
}
