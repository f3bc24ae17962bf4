/// The retries of one request: how many are left, and the wait before the next.
struct RetrySchedule {
  private let policy: RetryPolicy
  private let environment: HTTPClientEnvironment
  private let isRepeatable: Bool
  private var attemptsMade = 0

  init(_ policy: RetryPolicy, isRepeatable: Bool, environment: HTTPClientEnvironment) {
    self.policy = policy
    self.isRepeatable = isRepeatable
    self.environment = environment
  }

  /// The wait before the next attempt, or nil when the failure is final.
  mutating func delay(after failure: HTTPClientError) -> Duration? {
    attemptsMade += 1
    guard failure.isTransient, isRepeatable || failure.happenedBeforeSending else { return nil }
    return backoff()
  }

  /// The wait before the next attempt, or nil when the answer is the result.
  mutating func delay(after head: ResponseHead) -> Duration? {
    attemptsMade += 1
    // 429 says that the request was not worked on, so even one that must not be repeated may be sent again.
    guard RetryPolicy.transientStatuses.contains(head.status), isRepeatable || head.status == 429 else {
      return nil
    }
    guard let text = head.fields["Retry-After"] else { return backoff() }
    guard let wish = RetryAfter(parsing: text)?.delay(now: environment.secondsSinceEpoch()) else {
      return backoff()
    }
    guard wish <= policy.maximumRetryAfter, let jitter = backoff() else { return nil }
    return wish + min(jitter, policy.firstDelay)
  }

  /// Starts counting anew, because the last attempt got further.
  mutating func noteProgress() { attemptsMade = 0 }

  private func backoff() -> Duration? {
    guard attemptsMade < policy.maximumAttempts else { return nil }
    let doublings = min(attemptsMade - 1, 20)
    let bound = min(policy.firstDelay * (1 << doublings), policy.maximumDelay)
    return bound * environment.random()
  }
}
