/// What a wrapper tells about its running launch.
public enum LaunchEvent: Sendable, Hashable {
  /// The app was in the foreground for this much longer, by a monotonic clock, since the last report. `.zero` only asks
  /// how it stands.
  case foreground(for: Duration)
  /// The user turned to something else, after this much more time in the foreground. What the system ends there has not
  /// failed.
  case background(after: Duration)
  /// The launch is over.
  case ended(LaunchEnd)
}

/// How a launch ended.
public enum LaunchEnd: String, Sendable, Hashable, Codable, CaseIterable {
  /// The user closed the app; that says nothing about the release.
  case byUser = "by_user"
  /// The app or its page ended by itself.
  case crashed
}
