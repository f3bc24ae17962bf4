/// The rules of the outbox. Knows no files, no network and no clock.
enum OutboxRules {
  /// After so many seconds a person has to look.
  static let pendingLimitSeconds: Int64 = 7 * 86_400
  /// The first wait after a failure; each further one is twice as long.
  static let firstDelaySeconds: Int64 = 15
  /// What waits stop growing at.
  static let maximumDelaySeconds: Int64 = 3_600
  /// The longest wait that a server may ask for.
  static let maximumRetryAfterSeconds: Int64 = 86_400

  /// What a delivery means.
  enum Verdict: Hashable {
    case accepted(OutboxAnswer)
    case later(OutboxRecord.Failure, retryAfterSeconds: Int64?)
    /// Nobody is signed in any more.
    case pause
    case attention(AttentionReason, code: String, message: String)
  }

  /// Judges what came of sending.
  static func verdict(on delivery: OutboxDelivery) -> Verdict {
    switch delivery {
    case .unreachable(let reason):
      return .later(OutboxRecord.Failure(code: reason, isNetwork: true), retryAfterSeconds: nil)
    case .refused(let reason, let code, let message):
      return .attention(reason, code: code, message: message)
    case .answered(let answer):
      switch answer.status {
      case 200..<300: return .accepted(answer)
      case 401: return .pause
      // Too early, too slow, too often: not about the mutation.
      case 408, 425, 429, 500...:
        let failure = OutboxRecord.Failure(code: "status_\(answer.status)", isNetwork: false)
        return .later(failure, retryAfterSeconds: answer.retryAfterSeconds)
      default:
        return .attention(
          reason(for: answer.status), code: answer.code ?? "status_\(answer.status)",
          message: answer.message ?? "the server answered \(answer.status)")
      }
    }
  }

  private static func reason(for status: Int) -> AttentionReason {
    switch status {
    case 403: .permission
    case 404, 410, 424: .missingParent
    case 400, 413, 415, 422: .validation
    case 409: .idempotencyConflict
    default: .unclassified
    }
  }

  /// What may be done with a mutation that is the oldest of its scope.
  enum Readiness: Hashable {
    case due
    case waits
    case tooOld
    case needsAttention
  }

  static func readiness(of record: OutboxRecord, on signal: OutboxSignal, now: Int64) -> Readiness {
    if record.attention != nil { return .needsAttention }
    if isTooOld(record, now: now) { return .tooOld }
    if signal == .online, record.failure?.isNetwork == true { return .due }
    guard let notBefore = record.notBefore, now < notBefore else { return .due }
    // A wait that nobody can have asked for comes from a clock that was set back since.
    let (wait, overflows) = notBefore.subtractingReportingOverflow(now)
    return overflows || wait > maximumRetryAfterSeconds ? .due : .waits
  }

  /// Whether it has been waiting for too long.
  static func isTooOld(_ record: OutboxRecord, now: Int64) -> Bool {
    guard let age = PlausibleAge.seconds(since: record.pendingSince, now: now) else { return false }
    return age > pendingLimitSeconds
  }

  /// The same with its seven days begun anew where the clock was wrong when they began, or is wrong now: who waits since
  /// 1970, or since next year, does not wait since then.
  static func redated(_ record: OutboxRecord, now: Int64) -> OutboxRecord {
    guard record.attention == nil, PlausibleAge.seconds(since: record.pendingSince, now: now) == nil else {
      return record
    }
    var record = record
    record.pendingSince = now
    return record
  }

  /// How many seconds to wait after so many attempts: 15, 30, 60 … 3600, and of that a part between half and all, so that a
  /// fleet that failed together does not come back together.
  ///
  /// - Parameter random: a number in `0..<1`.
  static func delaySeconds(afterAttempts attempts: Int, asked: Int64?, random: Double) -> Int64 {
    let bound = min(firstDelaySeconds << min(Int64(max(attempts, 1) - 1), 20), maximumDelaySeconds)
    let delay = bound / 2 + Int64(Double(bound - bound / 2) * min(max(random, 0), 1))
    return max(delay, min(max(asked ?? 0, 0), maximumRetryAfterSeconds))
  }
}
