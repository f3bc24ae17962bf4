import ReleaseBundle
import ReleaseModel

extension Registry {
  /// The artifact of a release, after its stored bytes were found to be those of its digest; nil when there is no such release.
  ///
  /// This happens before the change, so that a big bundle does not keep other changes, a pause above all, waiting.
  func intactArtifact(of channel: Channel, _ version: SemanticVersion) throws(RegistryError) -> Digest? {
    guard let release = try store.read({ session in try session.release(channel, version) }) else {
      return nil
    }
    try requireIntactBytes(of: release.artifactSha256)
    return release.artifactSha256
  }

  /// Everything that must hold before devices may be offered a release. Gives the warnings, or throws
  /// `warnings_refused` for them when `isStrict`. The bytes of the artifact `intact` have been checked just now.
  func requirePublishable(
    _ release: WebRelease, isStrict: Bool, intact: Digest?, _ session: any StoreSession
  ) throws -> [PublishWarning] {
    try requireFreeVersion(release.releaseVersion, release.artifactSha256, session)
    let artifact = try requireArtifact(release.artifactSha256, session)
    try requireEntryFile(release.entryFile, of: artifact)
    if artifact.sha256 != intact { try requireIntactBytes(of: artifact.sha256) }
    return try acceptedWarnings(for: release, isStrict: isStrict, session)
  }

  /// What a release that is not published yet is warned about; throws `warnings_refused` for it when `isStrict`.
  func acceptedWarnings(
    for release: WebRelease, isStrict: Bool, _ session: any StoreSession
  ) throws -> [PublishWarning] {
    let isBehindDevices = try session.restoreMark() == .behind
    let warnings =
      (isBehindDevices ? [PublishWarning.restoredFromBackup] : []) + (try publishWarnings(for: release))
    let refused = warnings.filter(\.isRefusedWhenStrict)
    guard !isStrict || refused.isEmpty else {
      throw RegistryError(
        .warningsRefused,
        "strict publishing refuses: "
          + refused.map { "\($0.code.rawValue): \($0.detail)" }.joined(separator: "; "))
    }
    return warnings
  }

  /// What a release that is not published yet would be warned about.
  func warnings(for release: WebRelease) throws -> [ReleaseOutcome.Warning] {
    try publishWarnings(for: release).map(ReleaseOutcome.Warning.init)
  }

  private func publishWarnings(for release: WebRelease) throws -> [PublishWarning] {
    let snapshot = snapshots.current
    let candidate = ReleaseCandidate(
      version: release.releaseVersion, state: .published, sequence: .max,
      publishedAt: Timestamp(secondsSinceEpoch: .max), gates: release.gates,
      rollout: try RolloutBasisPoints(release.rolloutBasisPoints), artifact: release.artifactSha256,
      sizeBytes: release.sizeBytes, tree: release.tree, entryFile: release.entryFile)
    let seen = seenWrappers.versions(
      on: release.channel, besides: snapshot.answers.questions, at: configuration.clock())
    return PublishWarning.all(for: candidate, in: snapshot.index(of: release.channel), seenWrappers: seen)
  }

  func requireArtifact(_ digest: Digest, _ session: any StoreSession) throws -> ArtifactRecord {
    guard let artifact = try session.artifact(digest) else {
      throw RegistryError(
        FieldErrors([
          FieldError(
            field: "artifactSha256", code: .artifactNotFound,
            detail: "no artifact \(digest) was uploaded; upload it first")
        ]))
    }
    return artifact
  }

  /// A version that was ever published stands for these bytes for ever, on every channel. A device keeps each version
  /// in a folder of its name, so there is none beside it that differs in upper and lower case only.
  func requireFreeVersion(_ version: SemanticVersion, _ artifact: Digest, _ session: any StoreSession) throws
  {
    let published = try session.publishedVersions(like: version)
    let text = version.description
    if let same = published.first(where: { $0.version.description == text }) {
      guard same.artifact != artifact else { return }
      throw RegistryError(
        .versionConflict,
        "the version \(version) was published with the artifact \(same.artifact), and its bytes never change; "
          + "publish these under a new version")
    }
    guard let other = published.first else { return }
    throw RegistryError(
      .versionConflict,
      "'\(version)' differs from the published '\(other.version)' only in upper and lower case, and not every "
        + "device can store both; publish it under a new version")
  }

  func requireEntryFile(_ entryFile: String, of artifact: ArtifactRecord) throws {
    let manifest = try fileManifest(artifact.tree.sha256)
    guard let refusal = manifest.refusal(ofEntryFile: entryFile) else { return }
    throw RegistryError(
      FieldErrors([
        FieldError(
          field: "entryFile", code: ProblemCode(refusal.code.rawValue), detail: refusal.detail)
      ]))
  }

  /// The stored zip is hashed again, so that bytes replaced behind the record are never offered; but not right after it was
  /// stored, when nobody has touched it since.
  func requireIntactBytes(of artifact: Digest) throws(RegistryError) {
    let path = folder.artifact(artifact)
    if try freshArtifacts.contains(artifact, at: path, now: configuration.clock()) { return }
    guard try StoredFile.digest(of: path) == artifact else {
      throw RegistryError(
        .artifactDamaged,
        "the stored artifact \(artifact) no longer has the bytes that were uploaded; run 'relctl doctor', "
          + "and upload the bundle again")
    }
  }
}
