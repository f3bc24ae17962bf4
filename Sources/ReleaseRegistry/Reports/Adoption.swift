import ReleaseModel

/// What devices reported of a channel's releases, as far as their reports are still kept. It counts reports and not
/// devices, and anybody can send one: it tells a person where to look, and decides nothing.
package struct Adoption: Sendable, Encodable {
  /// How many releases an answer has at most.
  static let maximumReleases = 50
  /// How many wrappers each of them has at most; those with the most reports.
  static let maximumWrappers = 100
  /// How many reasons each wrapper has at most; the most frequent.
  static let maximumReasons = 5

  let channel: Channel
  /// The newest first.
  let releases: [ReleaseAdoption]
  /// Whether there are reports of older releases too.
  let truncated: Bool
}

/// What devices reported of one release.
struct ReleaseAdoption: Sendable, Encodable {
  let releaseVersion: SemanticVersion
  let state: ReleaseState
  /// Of all wrappers.
  let reports: ReportSummary
  /// How many kinds of wrapper there are reports of; `wrappers` may have fewer.
  let wrapperCount: Int
  let wrappers: [WrapperAdoption]
}

/// What devices with one wrapper reported of one release.
struct WrapperAdoption: Sendable, Encodable {
  let wrapperVersion: SemanticVersion
  let platform: Platform
  let reports: ReportSummary
  /// Why it failed or was taken back, the most frequent first.
  let reasons: [ReportReason]
}

/// How many reports there are of each outcome, and from when.
struct ReportSummary: Sendable, Encodable {
  let installed: Int64
  let confirmed: Int64
  let rolledBack: Int64
  let failed: Int64
  /// When the first was, and the last.
  let firstSeenAt: Timestamp
  let lastSeenAt: Timestamp
}

/// How often something ended in the same way for the same reason.
struct ReportReason: Sendable, Encodable {
  let outcome: ReportOutcome
  /// nil when the device did not say.
  let stage: String?
  let code: String?
  let count: Int64
}
