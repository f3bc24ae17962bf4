import ReleaseModel

/// A launch that began.
struct LaunchRecord: Hashable, Codable {
  /// The digest of the launch token; the token itself is only in the hands of the page.
  let tokenSha256: Digest
  /// The release that was started; nil for the built-in one.
  let release: ReleaseRecord?
  let startedAt: Timestamp
  /// What became of it; nil for a launch that an older version of this library noted, of which that is not known.
  var progress: LaunchProgress?
}

/// What is known of a launch since it began.
struct LaunchProgress: Hashable, Codable {
  /// The wrapper that started.
  let wrapperVersion: SemanticVersion
  /// How long the app was in the foreground, as far as it was reported.
  @Counted var foregroundMilliseconds: Int
  var phase: Phase

  /// Where a launch is.
  enum Phase: String, Codable {
    /// It began, and nothing was heard of it.
    case started
    case foreground
    /// The user turned to something else; what the system ends there has not failed.
    case background
    case endedByUser = "ended_by_user"
    /// It ended by itself, and that is counted.
    case crashed
    /// Its release was taken back while it ran.
    case takenBack = "taken_back"
  }

  init(wrapperVersion: SemanticVersion) {
    self.wrapperVersion = wrapperVersion
    foregroundMilliseconds = 0
    phase = .started
  }

  /// Whether its page can still speak for it.
  var isRunning: Bool {
    switch phase {
    case .started, .foreground, .background: true
    case .endedByUser, .crashed, .takenBack: false
    }
  }

  /// How long the app was in the foreground.
  var foreground: Duration { .milliseconds(foregroundMilliseconds) }
}
