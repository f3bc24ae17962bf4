/// How an installation ended that did not fail.
public struct InstallResult: Sendable, Hashable, Codable {
  /// What became of it.
  public let outcome: Outcome
  /// Why, for a program: the server's reason, the reason of a refusal, or what kept the server from being reached.
  public let reason: String?
  /// The same for a person.
  public let message: String
  /// The version that the server offered.
  public let offeredVersion: String?
  /// The release that is current now; nil for the built-in one, or for none.
  public let current: InstalledRelease?
  /// What was put right on the way.
  public let notices: [Notice]

  /// The answers, all different.
  public enum Outcome: String, Sendable, Codable, CaseIterable {
    /// A newer release is installed and starts at the next launch.
    case installed
    /// The running release is withdrawn; the one that is offered in its place is installed.
    case movedFromWithdrawn = "moved_from_withdrawn"
    /// The current release was damaged and is installed again.
    case repaired
    /// The current release is the one that is offered.
    case current
    /// The server has nothing for this wrapper; the reason says why.
    case nothingOffered = "nothing_offered"
    /// What is offered is not taken; the reason says why.
    case refused
    /// What the server offers, or the signed metadata that should vouch for it, is not trusted; the reason is the code of
    /// what is wrong with it. Nothing of it is used.
    case notTrusted = "not_trusted"
    /// The server cannot be reached; the installed release goes on.
    case offlineUsingInstalled = "offline_using_installed"
    /// The server cannot be reached; the built-in release goes on.
    case offlineUsingBuiltIn = "offline_using_built_in"
    /// The server cannot be reached and nothing is there to run: say so, and offer to try again.
    case nothingInstalled = "nothing_installed"
  }
}

/// Why an offered release is not taken.
public enum RefusalReason: String, Sendable, Codable, CaseIterable {
  /// It is of another channel than the one asked for.
  case wrongChannel = "wrong_channel"
  /// Its wrapper range does not contain this wrapper.
  case notForThisWrapper = "not_for_this_wrapper"
  /// The same bytes failed on this device before.
  case blocked
  /// It is lower than the release that runs, and nothing shows that that one is withdrawn.
  case lowerVersion = "lower_version"
  /// It is lower than the release that runs, or was published before it, and the signed states do not say that that one is
  /// withdrawn.
  case downgradeRefused = "downgrade_refused"
  /// The signed states say that it is paused or retired.
  case releaseWithdrawn = "release_withdrawn"
  /// It is lower than the release that is built into the app.
  case lowerThanBuiltIn = "lower_than_built_in"
  /// It has the version of a release on this device, and other bytes.
  case versionReused = "version_reused"
  /// It is larger than this device accepts.
  case tooLarge = "too_large"
}
