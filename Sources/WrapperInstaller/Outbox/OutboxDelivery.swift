/// What came of sending a mutation.
public enum OutboxDelivery: Sendable, Hashable {
  /// The server answered; docs/offline-data.md says what each status means.
  case answered(OutboxAnswer)
  /// The network failed; the reason for programs.
  case unreachable(reason: String)
  /// The sender knows better than the status what the server's refusal means.
  case refused(AttentionReason, code: String, message: String)
}

/// An answer to a mutation.
public struct OutboxAnswer: Sendable, Hashable {
  /// The HTTP status.
  public let status: Int
  /// The server's own code for what is wrong, if it has one.
  public let code: String?
  /// The same for people.
  public let message: String?
  /// How many seconds the server asks to wait (`Retry-After`).
  public let retryAfterSeconds: Int64?
  /// What the server sent.
  public let body: [UInt8]

  /// Names an answer.
  public init(
    status: Int, code: String? = nil, message: String? = nil, retryAfterSeconds: Int64? = nil,
    body: [UInt8] = []
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.retryAfterSeconds = retryAfterSeconds
    self.body = body
  }
}

/// Why a person has to look at a mutation.
public enum AttentionReason: String, Sendable, Hashable, Codable, CaseIterable {
  /// This actor may not do that.
  case permission
  /// What it belongs to is not there.
  case missingParent = "missing_parent"
  /// The server does not take it as it is.
  case validation
  /// The server has its id with other content.
  case idempotencyConflict = "idempotency_conflict"
  /// The server refused for a reason that is none of the others.
  case unclassified
  /// It has been waiting for more than seven days.
  case tooOld = "too_old"
  /// Its file cannot be read: torn, foreign, or written by another version of the app.
  case damaged
}
