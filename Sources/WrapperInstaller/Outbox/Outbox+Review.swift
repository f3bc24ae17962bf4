extension Outbox {
  /// What is in the outbox, the oldest first.
  public func entries() async throws(InstallerError) -> [OutboxEntry] {
    try await BlockingWork.run { [self] (_) throws(InstallerError) in try allEntries() }
  }

  /// Has a mutation tried again as if it were new, with the id that it has; `replay(on: .retry)` then sends it.
  ///
  /// Fails with `outbox_entry_not_found`, `outbox_entry_busy` or `outbox_entry_damaged`.
  public func retry(_ clientMutationId: String) async throws(InstallerError) {
    try await BlockingWork.run { [self] (_) throws(InstallerError) in
      let name = try name(of: clientMutationId)
      let lease = try lease(name)
      guard let lease, case .record(let record) = try store.read(name) else {
        throw InstallerError(
          .outboxEntryDamaged, during: .outbox,
          "the file of mutation \(clientMutationId) cannot be read, so it cannot be sent; discard it, and do it anew"
        )
      }
      try withExtendedLifetime(lease) { () throws(InstallerError) in
        try store.write(record.retried(at: surroundings.now()), lease)
      }
    }
  }

  /// Gives a mutation up. Announces the timers that it suppresses, once it is gone for good, and returns them.
  ///
  /// Fails with `outbox_entry_not_found` or `outbox_entry_busy`.
  @discardableResult
  public func discard(_ clientMutationId: String) async throws(InstallerError) -> [String] {
    try await BlockingWork.run { [self] (_) throws(InstallerError) in
      try discard(name(of: clientMutationId))
    }
  }

  func allEntries() throws(InstallerError) -> [OutboxEntry] {
    var entries: [OutboxEntry] = []
    for name in try store.names() {
      switch try store.read(name) {
      case .gone: break
      case .record(let record): entries.append(OutboxEntry(record, now: surroundings.now()))
      case .damaged(let reason): entries.append(OutboxEntry(damaged: name, because: reason))
      }
    }
    return entries
  }

  func discard(_ name: OutboxName) throws(InstallerError) -> [String] {
    let lease = try lease(name)
    var timerIds: [String] = []
    if case .record(let record) = try store.read(name) { timerIds = record.timerIds }
    try withExtendedLifetime(lease) { () throws(InstallerError) in try store.remove(name) }
    if !timerIds.isEmpty {
      surroundings.announce(.timersSuppressed(clientMutationId: name.id, timerIds: timerIds))
    }
    return timerIds
  }

  private func name(of id: String) throws(InstallerError) -> OutboxName {
    guard let name = try store.names().first(where: { $0.id == id.lowercased() }) else { throw notFound(id) }
    return name
  }

  /// The right to change an entry; nil when no file stands there, but something else.
  private func lease(_ name: OutboxName) throws(InstallerError) -> EntryLease? {
    switch try store.lease(name) {
    case .taken(let lease): return lease
    case .foreign: return nil
    case .gone: throw notFound(name.id)
    case .busy:
      throw InstallerError(
        .outboxEntryBusy, during: .outbox, "mutation \(name.id) is being sent just now; try again in a moment"
      )
    }
  }

  private func notFound(_ id: String) -> InstallerError {
    InstallerError(
      .outboxEntryNotFound, during: .outbox,
      "the outbox has no mutation \(id.prefix(60)); it was sent or discarded, or it is another owner's")
  }
}
