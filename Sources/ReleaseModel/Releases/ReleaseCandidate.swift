/// What selection and its answer need of one release of a channel.
package struct ReleaseCandidate: Sendable, Hashable {
  package let version: SemanticVersion
  package let state: ReleaseState
  /// The registry-wide number given at publish; a draft has 0.
  package let sequence: Int64
  /// The moment of the first publish; a draft has the epoch.
  package let publishedAt: Timestamp
  package let gates: ReleaseGates
  package let rollout: RolloutBasisPoints
  /// The key that decides which cohorts a rollout reaches first.
  package let rolloutSalt: UInt64
  /// The zip's digest.
  package let artifact: Digest
  /// The zip's length in bytes.
  package let sizeBytes: UInt64
  package let tree: TreeSummary
  package let entryFile: String
  /// For devices that do not read the trust metadata.
  package let signatures: [ReleaseSignature]

  package init(
    version: SemanticVersion, state: ReleaseState, sequence: Int64, publishedAt: Timestamp,
    gates: ReleaseGates,
    rollout: RolloutBasisPoints = .everybody, rolloutSalt: UInt64 = 0, artifact: Digest, sizeBytes: UInt64,
    tree: TreeSummary, entryFile: String, signatures: [ReleaseSignature] = []
  ) {
    self.version = version
    self.state = state
    self.sequence = sequence
    self.publishedAt = publishedAt
    self.gates = gates
    self.rollout = rollout
    self.rolloutSalt = rolloutSalt
    self.artifact = artifact
    self.sizeBytes = sizeBytes
    self.tree = tree
    self.entryFile = entryFile
    self.signatures = signatures
  }
}
