/// How going back ended.
public struct RollbackResult: Sendable, Hashable, Codable {
  /// What became of it.
  public let outcome: Outcome
  /// The release that is left; its content is not tried again.
  public let from: InstalledRelease?
  /// The release that is current now; nil for the built-in one.
  public let to: InstalledRelease?
  /// What was found on the way.
  public let notices: [Notice]

  /// The answers.
  public enum Outcome: String, Sendable, Codable, CaseIterable {
    /// The release before, or the last good one, is current.
    case rolledBack = "rolled_back"
    /// The release that is built into the app is current.
    case rolledBackToBuiltIn = "rolled_back_to_built_in"
    /// No installed release is current, so there is nothing to leave.
    case nothingToLeave = "nothing_to_leave"
    /// Neither an earlier release nor a built-in one is there; the current one stays and is not blocked.
    case nothingToGoBackTo = "nothing_to_go_back_to"
  }
}
