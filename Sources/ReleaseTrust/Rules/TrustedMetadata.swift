package import ReleaseModel

/// The rules of the client workflow (The Update Framework 1.0.34, 5.3 to 5.6) without any input or output: bytes go
/// in, and are trusted from then on or refused.
///
/// The order is root, timestamp, snapshot, targets, delegated roles. `recall` takes what was trusted in an earlier run:
/// its signatures are verified again, but it may have expired, for it only says below what nothing may fall. `update`
/// takes what was fetched. A refused file changes nothing.
package struct TrustedMetadata: Sendable {
  /// The moment that expiry is judged at; one for the whole run (5.1).
  package let referenceTime: Timestamp
  /// How much is accepted.
  package let limits: MetadataLimits
  /// The newest root.
  package internal(set) var root: RootMetadata
  /// The newest timestamp; it may have expired as long as it was only recalled.
  package internal(set) var timestamp: TimestampMetadata?
  /// The newest snapshot; it counts only when it is `currentSnapshot`.
  package internal(set) var snapshot: SnapshotMetadata?
  /// Whether the timestamp was confirmed in this run.
  var timestampIsCurrent = false
  /// Whether the snapshot is the one that the timestamp states.
  var snapshotIsCurrent = false
  /// The targets roles that were verified in this run.
  var targets: [ExactText: LoadedTargets] = [:]

  /// A targets role with what it takes to verify it for another delegator.
  struct LoadedTargets {
    /// The file as it was received.
    let bytes: [UInt8]
    let envelope: Envelope
    let metadata: TargetsMetadata
  }

  /// Starts with a root that is trusted because of where it came from. It has to be signed by its own keys; it may
  /// have expired, because a newer one may follow.
  package init(
    root bytes: [UInt8], referenceTime: Timestamp, limits: MetadataLimits = MetadataLimits()
  ) throws(TrustError) {
    self.referenceTime = referenceTime
    self.limits = limits
    do throws(TrustError) {
      let envelope = try Envelope(parsing: bytes, maximumBytes: limits.rootBytes)
      root = try envelope.content()
      try root.authority(for: .root).verify(envelope)
    } catch {
      throw error.naming("root.json")
    }
  }

  /// The verified metadata of a targets role; nil when it was not loaded in this run.
  package func targets(of role: ExactText) -> TargetsMetadata? { targets[role]?.metadata }

  /// Reads a file and verifies who signed it.
  func verified<Metadata: SignedMetadata>(
    _ bytes: [UInt8], maximumBytes: Int, by authority: RoleAuthority
  ) throws(TrustError) -> (Envelope, Metadata) {
    let envelope = try Envelope(parsing: bytes, maximumBytes: maximumBytes)
    let metadata: Metadata = try envelope.content()
    try authority.verify(envelope)
    return (envelope, metadata)
  }

  func requireUnexpired(_ metadata: some SignedMetadata, _ code: TrustErrorCode, role: ExactText)
    throws(TrustError)
  {
    guard !metadata.isExpired(at: referenceTime) else {
      throw TrustError(
        code,
        "'\(role)' version \(metadata.version) expired at \(metadata.expires), and it is \(referenceTime); if the clock"
          + " is right, whoever signs for it has to sign again")
    }
  }

  func requireNoRollback(of file: String, from old: Int64, to new: Int64) throws(TrustError) {
    guard new >= old else {
      throw TrustError(
        .versionRollback,
        "\(file) falls from version \(old), which was trusted before, to version \(new); if the registry was restored from"
          + " a backup, see Restore in docs/operations.md")
    }
  }
}
