import ReleaseBundle
import ReleaseModel

extension Registry {
  /// Everything that must hold before devices may be offered a release. Gives the warnings, or throws
  /// `warnings_refused` for them when `isStrict`.
  func requirePublishable(
    _ release: WebRelease, isStrict: Bool, _ session: any StoreSession
  ) throws -> [PublishWarning] {
    try requireFreeVersion(release.releaseVersion, release.artifactSha256, session)
    let artifact = try requireArtifact(release.artifactSha256, session)
    try requireEntryFile(release.entryFile, of: artifact)
    try requireIntactBytes(of: artifact)
    let warnings = publishWarnings(for: release)
    guard !isStrict || warnings.isEmpty else {
      throw RegistryError(
        .warningsRefused,
        "strict publishing refuses: "
          + warnings.map { "\($0.rawValue): \($0.detail)" }.joined(separator: "; "))
    }
    return warnings
  }

  /// What a release that is not published yet would be warned about.
  func warnings(for release: WebRelease) -> [ReleaseOutcome.Warning] {
    publishWarnings(for: release).map(ReleaseOutcome.Warning.init)
  }

  private func publishWarnings(for release: WebRelease) -> [PublishWarning] {
    let index = snapshots.current.index(of: release.channel)
    let candidate = ReleaseCandidate(
      version: release.releaseVersion, state: .published, sequence: .max,
      publishedAt: Timestamp(secondsSinceEpoch: .max), gates: release.gates, artifact: release.artifactSha256,
      sizeBytes: release.sizeBytes, tree: release.tree, entryFile: release.entryFile)
    return PublishWarning.all(for: candidate, in: index)
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

  /// A version that was ever published stands for these bytes for ever, on every channel.
  func requireFreeVersion(_ version: SemanticVersion, _ artifact: Digest, _ session: any StoreSession) throws
  {
    guard let published = try session.publishedArtifact(of: version), published != artifact else { return }
    throw RegistryError(
      .versionConflict,
      "the version \(version) was published with the artifact \(published), and its bytes never change; "
        + "publish these under a new version")
  }

  func requireEntryFile(_ entryFile: String, of artifact: ArtifactRecord) throws {
    let manifest = try fileManifest(artifact.tree.sha256)
    guard let objection = manifest.objection(toEntryFile: entryFile) else { return }
    throw RegistryError(
      FieldErrors([FieldError(field: "entryFile", code: .invalidEntryFile, detail: objection)]))
  }

  /// The stored zip is hashed again, so that bytes replaced behind the record are never offered.
  private func requireIntactBytes(of artifact: ArtifactRecord) throws {
    let path = folder.artifact(artifact.sha256)
    guard try StoredFile.digest(of: path) == artifact.sha256 else {
      throw RegistryError(
        .artifactDamaged,
        "the stored artifact \(artifact.sha256) no longer has the bytes that were uploaded; run 'relctl doctor', "
          + "remove it and upload it again")
    }
  }
}
