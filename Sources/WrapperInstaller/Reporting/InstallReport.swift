import ReleaseModel

/// What a device tells the registry about a release: the body of `POST /mobile-web/reports`.
struct InstallReport: Hashable, Codable {
  let clientMutationId: String
  let channel: Channel
  let releaseVersion: SemanticVersion
  /// The digest of the archive.
  let releaseSha256: Digest
  let outcome: ReportOutcome
  let stage: String?
  let code: String?
  let wrapperVersion: SemanticVersion
  let platform: Platform
  let occurredAt: Timestamp
}

/// A report and the registry that it is for. A device that is pointed at another registry still owes the first one what it did
/// with its releases.
struct AddressedReport: Hashable, Codable {
  let server: String
  let report: InstallReport
}
