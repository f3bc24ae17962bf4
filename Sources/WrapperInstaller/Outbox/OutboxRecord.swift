import FoundationEssentials
import ReleaseModel

/// What one file of the outbox holds.
struct OutboxRecord: Hashable, Codable {
  static let schemaVersion = 1

  private(set) var schemaVersion = OutboxRecord.schemaVersion
  let id: String
  let owner: Digest
  let scopeKey: String
  let kind: String
  private let body: Data
  let timerIds: [String]
  /// When it was made, in seconds since 1970.
  let createdAt: Int64
  /// When its seven days began: when it was made, or when a person said to try again.
  var pendingSince: Int64
  /// How often it was sent since then.
  @Counted var attempts: Int
  /// Before when it is not sent again.
  var notBefore: Int64?
  /// What failed last.
  var failure: Failure?
  /// Why a person has to look at it; nil while it is pending.
  var attention: Attention?

  struct Failure: Hashable, Codable {
    /// The network's reason, or `status_<code>`.
    let code: String
    let isNetwork: Bool
  }

  struct Attention: Hashable, Codable {
    let reason: AttentionReason
    let code: String
    let message: String
    let at: Int64
  }

  init(_ mutation: OutboxMutation, owner: Digest, at now: Int64) {
    id = mutation.clientMutationId
    self.owner = owner
    scopeKey = mutation.scopeKey
    kind = mutation.kind
    body = Data(mutation.body)
    timerIds = mutation.timerIds
    createdAt = now
    pendingSince = now
    attempts = 0
  }

  var mutation: OutboxMutation {
    OutboxMutation(id: id, scopeKey: scopeKey, kind: kind, body: Array(body), timerIds: timerIds)
  }

  /// The same, to be tried anew.
  func retried(at now: Int64) -> OutboxRecord {
    var record = self
    record.pendingSince = now
    record.attempts = 0
    record.notBefore = nil
    record.failure = nil
    record.attention = nil
    return record
  }
}
