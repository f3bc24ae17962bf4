/// What a wrapper is to start.
public struct LaunchResult: Sendable, Hashable, Codable {
  /// What became of it.
  public let outcome: Outcome
  /// What to start; nil when nothing is installed.
  public let launch: Launch?
  /// What was found on the way, for example why the current release does not start.
  public let notices: [Notice]

  /// The answers.
  public enum Outcome: String, Sendable, Codable, CaseIterable {
    /// An installed release starts.
    case installed
    /// The release that is built into the app starts.
    case builtIn = "built_in"
    /// Nothing is there to start: say so, and offer to install.
    case nothingInstalled = "nothing_installed"
  }
}

/// A launch that began.
public struct Launch: Sendable, Hashable, Codable {
  /// The folder of the release's files.
  public let folder: String
  /// The HTML file in it that the wrapper opens.
  public let entryFile: String
  /// What to open on the local server: the entry file's path, percent-encoded, with `?webReleaseVersion=`, which keeps
  /// the files of two releases apart in the page's cache.
  public let url: String
  /// The version of the release; nil for a built-in one that has none.
  public let version: String?
  /// The digest of the release's file manifest; nil for the built-in one.
  public let treeSha256: String?
  /// What the page hands back to confirm that it works; never written to disk. A launch that could not be recorded
  /// (notice `launch_not_recorded`) has `unrecorded` here, which confirms nothing.
  public let token: String
}
