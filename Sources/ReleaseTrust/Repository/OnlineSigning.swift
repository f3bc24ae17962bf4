package import Cryptography
package import ReleaseModel

/// Signs what the registry signs itself: at this moment, for this long, with its key, and with the one before it while
/// that is being replaced.
package struct OnlineSigning: Sendable {
  private let signers: [any Signer]
  private let lifetimes: OnlineLifetimes
  private let now: Timestamp

  package init(signers: [any Signer], lifetimes: OnlineLifetimes, now: Timestamp) {
    self.signers = signers
    self.lifetimes = lifetimes
    self.now = now
  }

  /// Status, snapshot and timestamp after a change, each one version higher than before.
  package func next(
    after current: OnlineMetadata?, states: ReleaseStates, offline: OfflineMetadata
  ) throws(TrustError) -> OnlineMetadata {
    let status = try RepositoryFile(
      states.metadata(
        version: (current?.status.content.version ?? 0) + 1,
        expires: now.advanced(bySeconds: lifetimes.statusSeconds)), signedBy: signers)
    return try snapshot(after: current, status: status, offline)
  }

  /// What has less than half of its time left, signed again together with what refers to it; nil when nothing is due.
  package func renewal(
    of current: OnlineMetadata, offline: OfflineMetadata
  ) throws(TrustError) -> OnlineMetadata? {
    if isDue(current.status.content, lifetimes.statusSeconds) {
      return try next(after: current, states: ReleaseStates(current.status.content), offline: offline)
    }
    if isDue(current.snapshot.content, lifetimes.snapshotSeconds) {
      return try snapshot(after: current, status: current.status, offline)
    }
    if isDue(current.timestamp.content, lifetimes.timestampSeconds) {
      return try timestamp(after: current, status: current.status, current.snapshot)
    }
    return nil
  }

  private func snapshot(
    after current: OnlineMetadata?, status: RepositoryFile<TargetsMetadata>, _ offline: OfflineMetadata
  ) throws(TrustError) -> OnlineMetadata {
    var roles = offline.channels.mapValues(\.stated)
    roles[TopLevelRole.targets.name] = offline.targets.stated
    roles[ReleaseRole.status] = status.stated
    let snapshot = try RepositoryFile(
      SnapshotMetadata(
        version: (current?.snapshot.content.version ?? 0) + 1,
        expires: now.advanced(bySeconds: lifetimes.snapshotSeconds), roles: roles), signedBy: signers)
    return try timestamp(after: current, status: status, snapshot)
  }

  private func timestamp(
    after current: OnlineMetadata?, status: RepositoryFile<TargetsMetadata>,
    _ snapshot: RepositoryFile<SnapshotMetadata>
  ) throws(TrustError) -> OnlineMetadata {
    let timestamp = try RepositoryFile(
      TimestampMetadata(
        version: (current?.timestamp.content.version ?? 0) + 1,
        expires: now.advanced(bySeconds: lifetimes.timestampSeconds), snapshot: snapshot.stated),
      signedBy: signers)
    return OnlineMetadata(status: status, snapshot: snapshot, timestamp: timestamp)
  }

  private func isDue(_ metadata: some SignedMetadata, _ lifetime: Int64) -> Bool {
    OnlineLifetimes.isDue(metadata, lifetime: lifetime, at: now)
  }
}
