import HTTPClient
import ReleaseModel

/// What `reporting.json` says: who reports to whom, for events that come without a server at hand, and what failed last.
/// Nothing but reports depends on it.
struct ReportingDevice: Hashable, Codable {
  static let schemaVersion = 1

  private(set) var schemaVersion = ReportingDevice.schemaVersion
  var server: String
  var platform: Platform
  var wrapperVersion: SemanticVersion
  /// A failure that is met again at every check is told once a day.
  var lastFailure: ReportedFailure?

  init(_ source: ReleaseSource) {
    server = source.server.text
    platform = source.platform
    wrapperVersion = source.wrapperVersion
  }

  /// Whether the registry heard of exactly that within the last day.
  func hasHeard(of event: ReportedEvent, at now: Timestamp) -> Bool {
    guard event.outcome == .failed, let last = lastFailure, last.isSame(as: event) else { return false }
    let (age, overflows) = now.secondsSinceEpoch.subtractingReportingOverflow(last.at.secondsSinceEpoch)
    return !overflows && (0..<86_400).contains(age)
  }
}

/// A failure that was reported.
struct ReportedFailure: Hashable, Codable {
  let artifactSha256: Digest
  let stage: String?
  let code: String?
  let at: Timestamp

  init(_ event: ReportedEvent, at time: Timestamp) {
    artifactSha256 = event.artifactSha256
    stage = event.stage
    code = event.code
    at = time
  }

  func isSame(as event: ReportedEvent) -> Bool {
    artifactSha256 == event.artifactSha256 && stage == event.stage && code == event.code
  }
}

extension StateFile where Value == ReportingDevice {
  /// `reporting.json`.
  static var reporting: StateFile {
    StateFile(name: "reporting.json", schemaVersion: ReportingDevice.schemaVersion)
  }
}
