/// When a request is sent again, and how long to wait before.
///
/// Waits grow exponentially and are drawn evenly between zero and their bound ("full jitter"), so that a fleet
/// that failed together does not come back together.
package struct RetryPolicy: Sendable {
  /// How often a request is sent at most, the first time included.
  package var maximumAttempts = 4
  /// The bound of the first wait.
  package var firstDelay = Duration.milliseconds(500)
  /// The bound that waits stop growing at.
  package var maximumDelay = Duration.seconds(20)
  /// The longest `Retry-After` that is waited for; with a longer one the answer is returned as it is.
  package var maximumRetryAfter = Duration.seconds(120)

  package init() {}

  /// One attempt only.
  package static var never: RetryPolicy {
    var policy = RetryPolicy()
    policy.maximumAttempts = 1
    return policy
  }

  /// Answers that say "later" rather than "no".
  static let transientStatuses: Set<Int> = [408, 429, 500, 502, 503, 504]
}
