import ReleaseModel

extension WebRelease {
  /// The same release, changed, with the next revision.
  func changed(
    state: ReleaseState? = nil, sequence: Int64? = nil, publishedAt: Timestamp? = nil,
    stateReason: String? = nil,
    artifact: ArtifactRecord? = nil, entryFile: String? = nil, gates: ReleaseGates? = nil,
    notes: String? = nil,
    rollout: RolloutBasisPoints? = nil
  ) throws(ModelError) -> WebRelease {
    let current = try RolloutBasisPoints(rolloutBasisPoints)
    return WebRelease(
      channel: channel, releaseVersion: releaseVersion, state: state ?? self.state,
      sequence: sequence ?? self.sequence, artifactSha256: artifact?.sha256 ?? artifactSha256,
      sizeBytes: artifact?.sizeBytes ?? sizeBytes, tree: artifact?.tree ?? tree,
      entryFile: entryFile ?? self.entryFile, gates: gates ?? self.gates, notes: notes ?? self.notes,
      rollout: rollout ?? current, createdAt: createdAt,
      publishedAt: publishedAt ?? self.publishedAt, stateReason: stateReason ?? self.stateReason,
      revision: revision + 1)
  }

  /// How audit rows name it.
  var subject: String { "\(channel)/\(releaseVersion)" }
}
