/// A mutation in the outbox, for review.
public struct OutboxEntry: Sendable, Hashable {
  /// Its id.
  public let clientMutationId: String
  /// The mutation; nil when its file cannot be read.
  public let mutation: OutboxMutation?
  /// When it was made, in seconds since 1970; nil when its file cannot be read.
  public let createdAt: Int64?
  /// How often it was sent.
  public let attempts: Int
  /// What it waits for.
  public let state: State

  /// What a mutation waits for.
  public enum State: Sendable, Hashable {
    /// The next time that the outbox is gone through, but not before a time in seconds since 1970. The reason is that of the
    /// last failure.
    case pending(notBefore: Int64?, lastFailure: String?)
    /// A person, who may have it tried again or discard it.
    case needsAttention(AttentionReason, code: String, message: String)
  }

  init(_ record: OutboxRecord, now: Int64) {
    clientMutationId = record.id
    mutation = record.mutation
    createdAt = record.createdAt
    attempts = record.attempts
    if let attention = record.attention ?? (OutboxRules.isTooOld(record, now: now) ? .tooOld(at: now) : nil) {
      state = .needsAttention(attention.reason, code: attention.code, message: attention.message)
    } else {
      state = .pending(notBefore: record.notBefore, lastFailure: record.failure?.code)
    }
  }

  init(damaged name: OutboxName, because reason: String) {
    clientMutationId = name.id
    mutation = nil
    createdAt = nil
    attempts = 0
    state = .needsAttention(
      .damaged, code: InstallerError.Code.outboxEntryDamaged.rawValue,
      message: "its file cannot be read (\(reason)); it can only be discarded")
  }
}

extension OutboxRecord.Attention {
  /// What becomes of a mutation after seven days.
  static func tooOld(at now: Int64) -> Self {
    Self(
      reason: .tooOld, code: AttentionReason.tooOld.rawValue,
      message: "it has been waiting for more than seven days",
      at: now)
  }
}
