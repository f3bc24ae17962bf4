/// Counts the time that an app is in the foreground, by the times that it is told.
///
/// Whoever counts looks every second. More than that between two looks is no time that a page had: the process was stopped, or
/// the device stood still.
struct ForegroundClock {
  /// No look counts for more, however long ago the one before was.
  static let longestStep = Duration.seconds(2)

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

  /// Takes back what was taken and could not be written down, so that the next one who asks gets it.
  mutating func giveBack(_ time: Duration) { counted += time }

  private mutating func count(until uptime: Duration) {
    guard let since else { return }
    counted += min(max(.zero, uptime - since), Self.longestStep)
    self.since = uptime
  }
}
