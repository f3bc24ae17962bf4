import Synchronization

/// Shows how far a transfer is, on a terminal; silent anywhere else.
struct ProgressBar {
  private let label: String
  private let isShown: Bool
  private let amount: @Sendable (UInt64) -> String
  private var lastPercent = -1

  private static let cells = 30

  /// - Parameter amount: how a number is written: of bytes, unless the caller counts something else.
  init(
    _ label: String, console: Console, amount: @escaping @Sendable (UInt64) -> String = ByteCount.short
  ) {
    self.label = label
    self.amount = amount
    isShown = console.showsProgress
  }

  mutating func update(_ bytes: UInt64, of total: UInt64) {
    guard isShown, total > 0 else { return }
    let percent = Int(min(bytes, total) * 100 / total)
    guard percent != lastPercent else { return }
    lastPercent = percent
    let filled = Self.cells * percent / 100
    let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: Self.cells - filled)
    let digits = String(repeating: " ", count: 3 - String(percent).count) + String(percent)
    StandardError.write(
      "\r\(label) [\(bar)] \(digits)%  \(amount(bytes)) of \(amount(total))\u{1b}[K")
  }

  /// Takes the bar away, so that what follows begins on a clean line.
  func finish() {
    guard isShown, lastPercent >= 0 else { return }
    StandardError.write("\r\u{1b}[K")
  }
}

/// A progress bar that other threads may move.
final class SharedProgressBar: Sendable {
  private let bar: Mutex<ProgressBar>

  init(
    _ label: String, console: Console, amount: @escaping @Sendable (UInt64) -> String = ByteCount.short
  ) {
    bar = Mutex(ProgressBar(label, console: console, amount: amount))
  }

  func update(_ bytes: UInt64, of total: UInt64) { bar.withLock { $0.update(bytes, of: total) } }

  func finish() { bar.withLock { $0.finish() } }
}
