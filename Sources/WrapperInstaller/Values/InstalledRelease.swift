import ReleaseModel

/// A release on this device.
public struct InstalledRelease: Sendable, Hashable, Codable {
  /// Its version.
  public let version: String
  /// The digest of its file manifest.
  public let treeSha256: String
  /// The digest of the archive that it came in.
  public let artifactSha256: String
  /// Its place in the order of publication.
  public let sequence: Int64
  /// `pending` until its page confirmed that it works, then `healthy`.
  public let state: String
  /// How many launches ended without its page's word while it was pending.
  public let attempts: Int
  /// The wrapper versions that may run it.
  public let wrapperRange: String

  init(_ record: ReleaseRecord) {
    version = record.version.description
    treeSha256 = record.tree.sha256.description
    artifactSha256 = record.artifactSha256.description
    sequence = record.sequence
    state = record.state.rawValue
    attempts = record.attempts
    wrapperRange = record.wrapperRange.description
  }
}
