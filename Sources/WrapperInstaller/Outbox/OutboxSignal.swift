/// Why the outbox is gone through.
public enum OutboxSignal: Sendable, Hashable, CaseIterable {
  /// Something was just enqueued: the first, direct attempt.
  case enqueued
  /// The network is back: what failed for its sake is tried at once.
  case online
  /// The app is in front again.
  case focus
  /// A call that needs a signed-in actor just succeeded: a pause ends.
  case authenticated
  /// A person said to try again.
  case retry
  /// 15 seconds passed (`Outbox.sweepSeconds`).
  case sweep
}

/// What an app may want to show or undo.
public enum OutboxEvent: Sendable, Hashable {
  /// The server has it.
  case sent(clientMutationId: String)
  /// A person has to look at it.
  case needsAttention(clientMutationId: String, AttentionReason, code: String)
  /// The server does not know who asks; nothing is sent until a call of that actor succeeds.
  case paused
  /// A mutation was discarded: these timers of the app mean nothing any more.
  case timersSuppressed(clientMutationId: String, timerIds: [String])
}

/// What going through the outbox came to.
public struct OutboxReplay: Sendable {
  /// How many mutations the server has now that it had not before.
  public internal(set) var sent = 0
  /// Whether nothing is sent until a call of the actor succeeds.
  public internal(set) var isPaused = false
  /// What kept mutations from being read, sent or noted: the disk. They are as they were.
  public internal(set) var failures: [InstallerError] = []
  /// The answers to what was sent, by id.
  var answers: [String: OutboxAnswer] = [:]
}

/// How much an outbox may hold, in all scopes together; beyond that it refuses with `outbox_full`. As many more may get in as
/// processes enqueue in the same moment.
public struct OutboxLimits: Sendable, Hashable {
  /// The most mutations.
  public var maximumEntries = 500
  /// The most bytes on disk.
  public var maximumBytes = 10 << 20
  /// The longest body.
  public var maximumBodyBytes = 256 << 10

  /// The defaults.
  public init() {}
}
