package import ReleaseModel

/// A session whose operations may walk over all of the records, however many there are.
///
/// Only `RegistryStore.scan` hands it out, so that no such walk can keep short reads waiting.
package protocol ScanSession: StoreSession {
  /// What selection needs of every release of a channel.
  func candidates(of channel: Channel) throws -> [ReleaseCandidate]
  /// The channels that have a release, whatever its state.
  func channelsWithReleases() throws -> [Channel]
  /// How many releases are in each state; states without any are left out.
  func countsByState() throws -> [ReleaseState: Int]
  /// The numbers that were given last, by what they number.
  func counters() throws -> [String: Int64]
  /// The records of all stored bytes.
  func artifacts() throws -> [ArtifactRecord]
  /// Reads every report of a device, and counts them.
  func reportCount() throws -> Int
  /// What devices reported of a channel's releases: of one, or of the newest that there are reports of.
  func adoption(of channel: Channel, _ version: SemanticVersion?) throws -> Adoption
  /// Calls `body` with every row, oldest first.
  func forEachAuditRow(_ body: (StoredAuditRow) throws -> Void) throws
}
