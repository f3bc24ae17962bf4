/// A web release as super-admins see it, in every state.
package struct WebRelease: Sendable, Hashable, Codable {
  package let channel: Channel
  package let releaseVersion: SemanticVersion
  package let state: ReleaseState
  /// The registry-wide, strictly increasing number given at the first publish; nil for a draft.
  package let sequence: Int64?
  /// The zip's digest.
  package let artifactSha256: Digest
  /// The zip's length in bytes.
  package let sizeBytes: UInt64
  package let tree: TreeSummary
  package let entryFile: String
  package let wrapperRange: VersionRange
  package let apiContractRange: VersionRange
  package let notes: String
  package let rolloutBasisPoints: Int
  package let rolloutSalt: RolloutSalt
  package let createdAt: Timestamp
  package let publishedAt: Timestamp?
  /// Why the release was last paused, resumed or retired.
  package let stateReason: String?
  /// Counts the changes of this release, from 1.
  package let revision: Int64
  /// Signatures for devices that do not read the trust metadata; nil unless it was published with some.
  package let signatures: [ReleaseSignature]?

  package init(
    channel: Channel, releaseVersion: SemanticVersion, state: ReleaseState, sequence: Int64?,
    artifactSha256: Digest,
    sizeBytes: UInt64, tree: TreeSummary, entryFile: String, gates: ReleaseGates, notes: String,
    rollout: RolloutBasisPoints, rolloutSalt: RolloutSalt, createdAt: Timestamp, publishedAt: Timestamp?,
    stateReason: String?,
    revision: Int64, signatures: [ReleaseSignature]? = nil
  ) {
    self.channel = channel
    self.releaseVersion = releaseVersion
    self.state = state
    self.sequence = sequence
    self.artifactSha256 = artifactSha256
    self.sizeBytes = sizeBytes
    self.tree = tree
    self.entryFile = entryFile
    wrapperRange = gates.wrapperRange
    apiContractRange = gates.apiContractRange
    self.notes = notes
    rolloutBasisPoints = rollout.value
    self.rolloutSalt = rolloutSalt
    self.createdAt = createdAt
    self.publishedAt = publishedAt
    self.stateReason = stateReason
    self.revision = revision
    self.signatures = signatures
  }

  /// The two ranges together.
  package var gates: ReleaseGates {
    ReleaseGates(wrapperRange: wrapperRange, apiContractRange: apiContractRange)
  }
}
