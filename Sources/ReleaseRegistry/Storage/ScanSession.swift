package import ReleaseModel

/// A session whose operations may walk over all of the records, however many there are.
///
/// Only `RegistryStore.scan` hands it out, so that no such walk can keep short reads waiting.
package protocol ScanSession: StoreSession {
  func candidates(of channel: Channel) throws -> [ReleaseCandidate]
  func channelsWithReleases() throws -> [Channel]
  func countsByState() throws -> [ReleaseState: Int]
  func artifacts() throws -> [ArtifactRecord]
  /// Calls `body` with every row, oldest first.
  func forEachAuditRow(_ body: (StoredAuditRow) throws -> Void) throws
}
