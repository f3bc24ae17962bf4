package import ReleaseModel
import Synchronization

/// Counts bad tokens by address, so that guessing is answered with 429 after a while.
///
/// It is asked only after a token was found to be bad: whoever shares an address with a guesser can still pause.
package final class FailedAttempts: Sendable {
  /// Bad tokens that an address may send within one window.
  package static let maximum = 30
  /// The length of a window in seconds.
  package static let windowSeconds: Int64 = 60
  /// Addresses that are remembered at most; more than that are counted as one.
  package static let maximumAddresses = 4_096

  private struct Window {
    var start: Int64
    var failures: [String: Int]

    /// Under which name an address is counted: its own, or that of all that found no place.
    func name(of address: String) -> String {
      failures[address] != nil || failures.count < FailedAttempts.maximumAddresses ? address : ""
    }
  }

  private let window = Mutex(Window(start: 0, failures: [:]))

  package init() {}

  /// Throws `too_many_failed_attempts` when the address has used up its window.
  package func check(_ address: String, at now: Timestamp) throws(RegistryError) {
    let second = now.secondsSinceEpoch
    let (count, start) = window.withLock { window in
      (
        second - window.start < Self.windowSeconds ? window.failures[window.name(of: address)] ?? 0 : 0,
        window.start
      )
    }
    guard count >= Self.maximum else { return }
    let wait = max(1, Int(start + Self.windowSeconds - second))
    throw RegistryError(
      .tooManyFailedAttempts, "too many bad tokens from this address; try again in \(wait) seconds",
      retryAfterSeconds: wait)
  }

  /// Notes a bad token.
  package func note(_ address: String, at now: Timestamp) {
    let second = now.secondsSinceEpoch
    window.withLock { window in
      if second - window.start >= Self.windowSeconds { window = Window(start: second, failures: [:]) }
      window.failures[window.name(of: address), default: 0] += 1
    }
  }
}
