import ReleaseModel

extension WebRelease {
  /// How audit rows and messages name it.
  var subject: String { "\(channel)/\(releaseVersion)" }

  /// The same release with other fields and the next revision; what is nil stays as it is.
  func edited(
    artifact: ArtifactRecord? = nil, entryFile: String? = nil, gates: ReleaseGates? = nil,
    notes: String? = nil, rollout: RolloutBasisPoints? = nil
  ) throws(ModelError) -> WebRelease {
    let currentRollout = try RolloutBasisPoints(rolloutBasisPoints)
    return WebRelease(
      channel: channel, releaseVersion: releaseVersion, state: state, sequence: sequence,
      artifactSha256: artifact?.sha256 ?? artifactSha256, sizeBytes: artifact?.sizeBytes ?? sizeBytes,
      tree: artifact?.tree ?? tree, entryFile: entryFile ?? self.entryFile, gates: gates ?? self.gates,
      notes: notes ?? self.notes, rollout: rollout ?? currentRollout, rolloutSalt: rolloutSalt,
      createdAt: createdAt, publishedAt: publishedAt, stateReason: stateReason, revision: revision + 1)
  }

  /// The same release in another state, for this reason or for none, with the next revision. Only a first publish
  /// gives a sequence and a moment; they stay for ever.
  func moved(
    to state: ReleaseState, reason: String?, publication: Publication? = nil
  ) throws(ModelError) -> WebRelease {
    WebRelease(
      channel: channel, releaseVersion: releaseVersion, state: state,
      sequence: publication?.sequence ?? sequence, artifactSha256: artifactSha256, sizeBytes: sizeBytes,
      tree: tree, entryFile: entryFile, gates: gates, notes: notes,
      rollout: try RolloutBasisPoints(rolloutBasisPoints), rolloutSalt: rolloutSalt, createdAt: createdAt,
      publishedAt: publication?.publishedAt ?? publishedAt, stateReason: reason, revision: revision + 1)
  }
}

/// What a release gets when it is published for the first time.
struct Publication: Sendable, Hashable {
  let sequence: Int64
  let publishedAt: Timestamp

  /// Takes the next sequence number. The moment is never before that of an earlier sequence, even when the clock was
  /// set back: the newest moment is what selection goes by.
  init(next session: any StoreSession, now: Timestamp) throws {
    let last = try session.lastPublication()
    publishedAt = max(now, last?.publishedAt ?? now)
    sequence = try session.next(.sequence)
  }
}
