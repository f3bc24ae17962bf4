import ReleaseBundle
import ReleaseModel
import ReleaseTrust

/// What a publish would be warned about.
struct PublishVerdict: Encodable {
  let warnings: [ReleaseOutcome.Warning]
  /// Within what the bundle will be judged once it is uploaded; nil when it is here already.
  let bundleLimits: BundleLimits?
}

extension Registry {
  /// Judges a publish as if its bundle had been uploaded: answers what it would be warned about, or throws what it would be
  /// refused with. Nothing is changed, and nothing noted.
  func simulatePublish(_ trial: PublishTrial, on channel: Channel) throws(RegistryError) -> AdminAnswer {
    let input = trial.release
    let existing = try store.read { session in try session.release(channel, input.releaseVersion) }
    // A draft that has the bundle already is published without another upload.
    if existing?.artifactSha256 == input.artifactSha256 { try requireIntactBytes(of: input.artifactSha256) }
    let salt = try Self.randomSalt()
    let (snapshot, now) = (snapshots.current, configuration.clock())
    let (draft, verdict) = try store.read { session -> (WebRelease?, PublishVerdict) in
      if let existing, existing.state != .draft {
        throw RegistryError(
          .releaseExists,
          "\(existing.subject) exists already and is \(existing.state.rawValue); choose another version")
      }
      try requireFreeVersion(input.releaseVersion, input.artifactSha256, session)
      let artifact = try session.artifact(input.artifactSha256)
      if let artifact {
        try requireEntryFile(input.entryFile, of: artifact)
      } else {
        try requireAcceptableSize(trial.sizeBytes)
      }
      let release = WebRelease(
        channel: channel, releaseVersion: input.releaseVersion, state: .draft, sequence: nil,
        artifactSha256: input.artifactSha256, sizeBytes: artifact?.sizeBytes ?? trial.sizeBytes,
        tree: artifact?.tree ?? trial.tree, entryFile: input.entryFile, gates: input.gates,
        notes: input.notes,
        rollout: input.rollout, rolloutSalt: salt, createdAt: now, publishedAt: nil, stateReason: nil,
        revision: 1)
      let limits = artifact == nil ? configuration.bundleLimits : nil
      if trial.leavesDraft { return (nil, PublishVerdict(warnings: [], bundleLimits: limits)) }
      let warnings = try acceptedWarnings(for: release, isStrict: trial.isStrict, session)
      return (
        release,
        PublishVerdict(warnings: warnings.map(ReleaseOutcome.Warning.init), bundleLimits: limits)
      )
    }
    // The signatures are over what the snapshot has: no other read has to wait while they are verified.
    do {
      if let draft { _ = try verified(trial.signing, of: draft, over: snapshot, at: now) }
    } catch {
      throw RegistryError(storage: error)
    }
    return try AdminAnswer(verdict)
  }

  /// Throws `upload_too_large` when no upload of this size is taken.
  func requireAcceptableSize(_ bytes: UInt64) throws(RegistryError) {
    let limit = configuration.bundleLimits.maximumArchiveBytes
    guard bytes <= limit else {
      throw RegistryError(
        .uploadTooLarge, "the upload has \(bytes) bytes; the most allowed here is \(limit)")
    }
  }
}
