package import ReleaseModel

/// Counts bad tokens by address, so that guessing is answered with 429 after a while.
///
/// It is asked only after a token was found to be bad: whoever shares an address with a guesser can still pause.
package final class FailedAttempts: Sendable {
  /// Bad tokens that an address may send within one window.
  package static let maximum = 30
  /// The length of a window in seconds.
  package static let windowSeconds: Int64 = 60
  /// Addresses that are remembered at most; more than that are counted as one.
  package static let maximumAddresses = AddressWindow.maximumAddresses

  private let window = AddressWindow(seconds: windowSeconds)

  package init() {}

  /// Throws `too_many_failed_attempts` when the address has used up its window.
  package func check(_ address: String, at now: Timestamp) throws(RegistryError) {
    let (count, wait) = window.count(of: address, at: now)
    guard count >= Self.maximum else { return }
    throw RegistryError(
      .tooManyFailedAttempts, "too many bad tokens from this address; try again in \(wait) seconds",
      retryAfterSeconds: wait)
  }

  /// Notes a bad token.
  package func note(_ address: String, at now: Timestamp) { window.note(address, at: now) }
}
