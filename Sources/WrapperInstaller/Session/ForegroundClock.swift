/// Counts the time that an app is in the foreground, by the times that it is told.
struct ForegroundClock {
  private var counted: Duration = .zero
  /// Since when the app is in the foreground; nil when it is not.
  private var since: Duration?

  /// Whether the app is in the foreground.
  var isRunning: Bool { since != nil }

  mutating func enter(at uptime: Duration) {
    if since == nil { since = uptime }
  }

  mutating func leave(at uptime: Duration) {
    count(until: uptime)
    since = nil
  }

  /// What was counted since this was asked last.
  mutating func take(at uptime: Duration) -> Duration {
    count(until: uptime)
    defer { counted = .zero }
    return counted
  }

  private mutating func count(until uptime: Duration) {
    guard let since else { return }
    counted += max(.zero, uptime - since)
    self.since = uptime
  }
}
