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
      createdAt: createdAt, publishedAt: publishedAt, stateReason: stateReason, revision: revision + 1,
      signatures: signatures)
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
      publishedAt: publication?.publishedAt ?? publishedAt, stateReason: reason, revision: revision + 1,
      signatures: publication?.signatures ?? signatures)
  }
}

/// What a release gets when it is published for the first time.
struct Publication: Sendable, Hashable {
  let sequence: Int64
  let publishedAt: Timestamp
  /// nil in development mode.
  let signatures: [ReleaseSignature]?

  /// Takes the next sequence number. The moment is never before that of an earlier sequence, even when the clock was
  /// set back: the newest moment is what selection goes by.
  init(next session: any StoreSession, now: Timestamp) throws {
    publishedAt = try Self.moment(session, now)
    sequence = try session.next(.sequence)
    signatures = nil
  }

  /// Takes the sequence number that was signed; `stale_sequence` when it, or a higher one, was given already.
  init(
    _ sequence: Int64, _ session: any StoreSession, now: Timestamp, signatures: [ReleaseSignature]
  ) throws {
    publishedAt = try Self.moment(session, now)
    self.sequence = sequence
    self.signatures = signatures
    guard try session.advance(.sequence, to: sequence) else {
      throw RegistryError(
        .staleSequence, "the sequence \(sequence) was given already: sign again with the next one")
    }
  }

  private static func moment(_ session: any StoreSession, _ now: Timestamp) throws -> Timestamp {
    max(now, try session.lastPublication()?.publishedAt ?? now)
  }
}
