import ReleaseModel
import Synchronization

/// Counts bad tokens by address, so that guessing is answered with 429 after a while.
final class FailedAttempts: Sendable {
  /// Bad tokens that an address may send within one window.
  static let maximum = 30
  /// The length of a window in seconds.
  static let windowSeconds: Int64 = 60
  /// Addresses that are remembered at most; more than that are counted as one.
  private static let maximumAddresses = 4_096

  private struct Window {
    var start: Int64
    var failures: [String: Int]
  }

  private let window = Mutex(Window(start: 0, failures: [:]))

  /// Throws `too_many_failed_attempts` when the address has used up its window.
  func check(_ address: String, at now: Timestamp) throws(RegistryError) {
    let second = now.secondsSinceEpoch
    let (count, start) = window.withLock { window in
      (second - window.start < Self.windowSeconds ? window.failures[address] ?? 0 : 0, window.start)
    }
    guard count >= Self.maximum else { return }
    let wait = max(1, Int(start + Self.windowSeconds - second))
    throw RegistryError(
      .tooManyFailedAttempts, "too many bad tokens from this address; try again in \(wait) seconds",
      retryAfterSeconds: wait)
  }

  /// Notes a bad token.
  func note(_ address: String, at now: Timestamp) {
    let second = now.secondsSinceEpoch
    window.withLock { window in
      if second - window.start >= Self.windowSeconds { window = Window(start: second, failures: [:]) }
      let isKnown = window.failures[address] != nil || window.failures.count < Self.maximumAddresses
      window.failures[isKnown ? address : "", default: 0] += 1
    }
  }
}
