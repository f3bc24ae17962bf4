/// The rule between two updates, for several messages at once, with a memory on disk.
///
/// Events are taken in one after the other, each with what it has to write down: the disk never has an older list than the
/// one that was acknowledged last.
actor SharedPriority {
  private var priority: UpdatePriority
  /// What is written down.
  private var kept: [UpdateDecision]
  private let keep: @Sendable ([UpdateDecision]) async throws(InstallerError) -> Void
  /// The event that came last; the next one waits for it.
  private var last: Task<Result<Void, InstallerError>, Never>?

  /// - Parameter keep: writes down what the user declined.
  init(
    _ priority: UpdatePriority,
    keep: @escaping @Sendable ([UpdateDecision]) async throws(InstallerError) -> Void
  ) {
    self.priority = priority
    kept = priority.decisions
    self.keep = keep
  }

  /// What to show now.
  var offer: UpdateOffer { priority.offer }

  /// Takes an event in, and writes down what that changes in what was declined.
  ///
  /// A decision that cannot be written down is none: the event fails and nothing happened. What the server or the device says, and
  /// that the user was in the store, holds in any case; then the failure says only that the disk has an older list, which the next event writes anew.
  func handle(_ event: UpdatePriority.Event) async throws(InstallerError) {
    let mine = Task { [last] in
      _ = await last?.value
      return await self.result(of: event)
    }
    last = mine
    try await mine.value.get()
  }

  private func result(of event: UpdatePriority.Event) async -> Result<Void, InstallerError> {
    var next = priority
    next.handle(event)
    switch event {
    case .advised, .webUpdate, .returnedFromStore: priority = next
    case .declined: break
    }
    do throws(InstallerError) {
      if next.decisions != kept { try await keep(next.decisions) }
    } catch {
      return .failure(error)
    }
    kept = next.decisions
    priority = next
    return .success(())
  }
}
