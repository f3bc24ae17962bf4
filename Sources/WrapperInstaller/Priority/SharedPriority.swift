/// The rule between two updates, for several messages at once, with a memory on disk.
actor SharedPriority {
  private var priority: UpdatePriority
  private let keep: @Sendable ([UpdateDecision]) async throws(InstallerError) -> Void

  /// - Parameter keep: writes down what the user declined.
  init(
    _ priority: UpdatePriority,
    keep: @escaping @Sendable ([UpdateDecision]) async throws(InstallerError) -> Void
  ) {
    self.priority = priority
    self.keep = keep
  }

  /// What to show now.
  var offer: UpdateOffer { priority.offer }

  /// Takes an event in. When it changes what was declined, that is written down first; if that fails, nothing happened.
  func handle(_ event: UpdatePriority.Event) async throws(InstallerError) {
    var next = priority
    next.handle(event)
    if next.decisions != priority.decisions { try await keep(next.decisions) }
    // Another event may have come meanwhile, and has to stay.
    priority.handle(event)
  }
}
