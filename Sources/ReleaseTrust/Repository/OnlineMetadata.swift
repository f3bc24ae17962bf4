/// What the registry signs itself, with the key that it has online: which releases are withdrawn, which files belong
/// together, and that this is the newest state.
package struct OnlineMetadata: Sendable, Hashable {
  package let status: RepositoryFile<TargetsMetadata>
  package let snapshot: RepositoryFile<SnapshotMetadata>
  package let timestamp: RepositoryFile<TimestampMetadata>

  package init(
    status: RepositoryFile<TargetsMetadata>, snapshot: RepositoryFile<SnapshotMetadata>,
    timestamp: RepositoryFile<TimestampMetadata>
  ) {
    self.status = status
    self.snapshot = snapshot
    self.timestamp = timestamp
  }
}
