import ReleaseModel

/// What `findings.json` says: what checks found wrong, for whoever looks later. No decision depends on it.
struct Findings: Hashable, Codable {
  static let schemaVersion = 1

  private(set) var schemaVersion = Findings.schemaVersion
  /// What was refused last. It stays, also when later checks end well.
  var lastRefusal: RefusalRecord?
  /// What the last check missed; nil when it missed nothing.
  var heldBack: HeldBackRecord?
  /// The update that failed last; nil once a later check was answered.
  var failedUpdate: FailedUpdateRecord?

  init() {}
}

/// Something that was not taken.
struct RefusalRecord: Hashable, Codable {
  let code: String
  let message: String
  /// The version that it was about, if it was about one.
  let offeredVersion: SemanticVersion?
  let refusedAt: Timestamp
}

/// A release that this device should have been offered.
struct HeldBackRecord: Hashable, Codable {
  let version: SemanticVersion
  let message: String
  /// When it was missed first.
  let since: Timestamp
}

/// An update that did not come to run here.
struct FailedUpdateRecord: Hashable, Codable {
  /// Why: the code of an error, or that of a launch that failed.
  let code: String
  /// Whether the same update may work another time.
  let retryable: Bool
  let failedAt: Timestamp
}
