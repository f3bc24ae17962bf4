import ReleaseModel

/// What a device tells the registry about a release: the body of `POST /mobile-web/reports`.
struct InstallReport: Hashable, Codable {
  let clientMutationId: String
  let channel: Channel
  let releaseVersion: SemanticVersion
  /// The digest of the archive.
  let releaseSha256: Digest
  let outcome: Outcome
  let stage: String?
  let code: String?
  let wrapperVersion: SemanticVersion
  let platform: Platform
  let occurredAt: Timestamp

  /// What came of the release.
  enum Outcome: String, Hashable, Codable {
    /// It is complete on the device, and starts at the next launch.
    case installed
    /// Its page said that it works.
    case confirmed
    /// The device left it.
    case rolledBack
    /// It could not be installed.
    case failed
  }
}

/// A report and the registry that it is for. A device that is pointed at another registry still owes the first one what it did
/// with its releases.
struct AddressedReport: Hashable, Codable {
  let server: String
  let report: InstallReport
}
