/// How a restart into an installed update ended.
public struct RestartResult: Sendable, Hashable, Codable {
  /// What became of it.
  public let outcome: Outcome
  /// Why the update does not run, for a program; nil when it does.
  public let code: String?
  /// What runs now; nil when nothing is.
  public let launch: Launch?

  /// The answers.
  public enum Outcome: String, Sendable, Codable, CaseIterable {
    /// The update runs, and its page confirmed that it works.
    case restarted
    /// This wrapper is older than 4.5.0 and cannot restart its page; the update starts at the next launch of the app.
    case unsupported
    /// What is installed runs already.
    case noUpdateInstalled = "no_update_installed"
    /// A restart is under way.
    case inProgress = "restart_in_progress"
    /// The update did not start or was not confirmed; what ran before runs again.
    case restored
  }
}
