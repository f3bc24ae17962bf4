package import ReleaseModel

/// What release engineers send along with a publish: only their signatures. What they are over, the registry builds
/// itself, so a signature binds exactly what it will serve.
package struct ReleaseSigning: Sendable, Hashable {
  /// The sequence number that they signed the release with.
  package let sequence: Int64
  /// The version of the channel's next metadata.
  package let version: Int64
  /// Until when that metadata is good.
  package let expires: Timestamp
  /// Over the channel's next metadata.
  package let signatures: [MetadataSignature]
  /// Over the release's statement, for devices that do not read metadata.
  package let statement: [MetadataSignature]

  package init(
    sequence: Int64, version: Int64, expires: Timestamp, signatures: [MetadataSignature],
    statement: [MetadataSignature]
  ) {
    self.sequence = sequence
    self.version = version
    self.expires = expires
    self.signatures = signatures
    self.statement = statement
  }
}
