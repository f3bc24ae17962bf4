/// How the running launch stands after an event.
public struct LaunchReport: Sendable, Hashable, Codable {
  /// Where it stands.
  public let outcome: Outcome
  /// How much foreground time the page has left to confirm; nil unless it is waited for.
  public let remainingMilliseconds: Int?
  /// The release that was taken back; nil when none was.
  public let takenBack: TakenBackRelease?
  /// What was found on the way.
  public let notices: [Notice]

  /// The answers.
  public enum Outcome: String, Sendable, Codable, CaseIterable {
    /// The release is pending, and its page's word is waited for.
    case waiting
    /// The release is confirmed.
    case healthy
    /// The built-in release runs; it needs no word.
    case builtIn = "built_in"
    /// The release of this launch was taken back and its content blocked: begin another launch, which starts what is
    /// there instead.
    case takenBack = "taken_back"
    /// The launch is over, and its release stays for the next one.
    case ended
    /// The token is not that of the running launch; nothing changed.
    case staleToken = "stale_token"
    /// The launch could not be written down, so nothing of it counts.
    case notRecorded = "not_recorded"
    /// No launch began yet; nothing changed.
    case noLaunch = "no_launch"
    /// The release of the launch is not on this device any more; nothing changed.
    case releaseGone = "release_gone"
  }

  init(
    _ outcome: Outcome, remaining: Duration? = nil, takenBack: TakenBackRelease? = nil, notices: [Notice] = []
  ) {
    self.outcome = outcome
    remainingMilliseconds = remaining.map { Int($0 / .milliseconds(1)) }
    self.takenBack = takenBack
    self.notices = notices
  }

  private enum CodingKeys: String, CodingKey {
    case outcome, remainingMilliseconds, takenBack, notices
  }

  /// Writes every member; what is not there is null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(outcome, forKey: .outcome)
    try container.encode(remainingMilliseconds, forKey: .remainingMilliseconds)
    try container.encode(takenBack, forKey: .takenBack)
    try container.encode(notices, forKey: .notices)
  }
}

/// A release that did not work on this device.
public struct TakenBackRelease: Sendable, Hashable, Codable {
  /// The release that is left.
  public let release: InstalledRelease
  /// Why: `launch_not_confirmed` or `ready_timeout`.
  public let code: String

  init(_ failure: LaunchFailure) {
    release = InstalledRelease(failure.release)
    code = failure.code.rawValue
  }
}
