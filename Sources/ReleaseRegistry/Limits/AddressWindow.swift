import ReleaseModel
import Synchronization

/// Counts by address what happens within windows of a fixed length, in bounded memory.
final class AddressWindow: Sendable {
  /// Addresses that are remembered at most; more than that are counted as one.
  static let maximumAddresses = 4_096

  private struct Window {
    var start: Int64
    var counts: [String: Int]

    /// Under which name an address is counted: its own, or that of all that found no place.
    func name(of address: String) -> String {
      counts[address] != nil || counts.count < AddressWindow.maximumAddresses ? address : ""
    }
  }

  private let length: Int64
  private let window = Mutex(Window(start: 0, counts: [:]))

  init(seconds: Int64) { length = seconds }

  /// How often the address was noted in the window that holds this moment, and in how many seconds the next begins.
  func count(of address: String, at now: Timestamp) -> (count: Int, secondsLeft: Int) {
    window.withLock { window in
      renew(&window, at: now)
      return (window.counts[window.name(of: address)] ?? 0, secondsLeft(of: window, at: now))
    }
  }

  /// Notes an address once more.
  func note(_ address: String, at now: Timestamp) {
    window.withLock { window in
      renew(&window, at: now)
      window.counts[window.name(of: address), default: 0] += 1
    }
  }

  /// Notes an address unless that happened `maximum` times already; says then in how many seconds the next window
  /// begins.
  func admit(_ address: String, upTo maximum: Int, at now: Timestamp) -> Int? {
    window.withLock { window in
      renew(&window, at: now)
      let name = window.name(of: address)
      guard window.counts[name] ?? 0 < maximum else { return secondsLeft(of: window, at: now) }
      window.counts[name, default: 0] += 1
      return nil
    }
  }

  /// Begins a new window when the last one is over, or when the clock was set back to before it.
  private func renew(_ window: inout Window, at now: Timestamp) {
    guard !(0..<length).contains(now.secondsSinceEpoch - window.start) else { return }
    window = Window(start: now.secondsSinceEpoch, counts: [:])
  }

  private func secondsLeft(of window: Window, at now: Timestamp) -> Int {
    max(1, Int(window.start + length - now.secondsSinceEpoch))
  }
}
