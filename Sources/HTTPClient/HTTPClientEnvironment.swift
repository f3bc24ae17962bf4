import Glibc

/// What a client takes from the world besides the network; tests put their own in.
package struct HTTPClientEnvironment: Sendable {
  /// The time of day in seconds since 1970; used for `Retry-After` dates only.
  package var secondsSinceEpoch: @Sendable () -> Int64
  /// Waits; comes back early when the caller cancels.
  package var wait: @Sendable (Duration, Cancellation) -> Void
  /// A number in `0..<1`, to spread out retries.
  package var random: @Sendable () -> Double

  package init(
    secondsSinceEpoch: @escaping @Sendable () -> Int64,
    wait: @escaping @Sendable (Duration, Cancellation) -> Void,
    random: @escaping @Sendable () -> Double
  ) {
    self.secondsSinceEpoch = secondsSinceEpoch
    self.wait = wait
    self.random = random
  }

  /// The system's clock and random numbers.
  package static let system = HTTPClientEnvironment(
    secondsSinceEpoch: { Int64(time(nil)) },
    wait: { duration, cancellation in cancellation.wait(atMost: duration) },
    random: { Double.random(in: 0..<1) })
}
