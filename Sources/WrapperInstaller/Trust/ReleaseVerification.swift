import ReleaseBundle
package import ReleaseModel
package import ReleaseTrust

/// What a device that pinned a root finds out about one release, without installing it: the same refresh, the same
/// comparison, and the same reading of the bundle.
package struct ReleaseVerification {
  /// All metadata that was verified on the way, from root on.
  package let metadata: TrustedMetadata
  /// The release as it was signed.
  package let release: SignedRelease
  /// Whether the signed states say that it is paused or retired: then no device takes it.
  package let isWithdrawn: Bool
  private let channel: SignedChannel

  /// Verifies the metadata of a channel and finds the release in it.
  ///
  /// - Parameters:
  ///   - pinnedRoot: the root that shipped apps were delivered with.
  ///   - folder: an existing folder for what is verified; one that holds nothing yet has no memory of older states.
  ///   - now: the moment that expiry is judged at.
  /// - Throws: what is not trusted first; `release_not_signed` when nobody signed this version for the channel.
  package init(
    of version: SemanticVersion, on channel: Channel, pinnedRoot: [UInt8], folder: String,
    fetcher: any MetadataFetcher, at now: Timestamp
  ) throws(TrustError) {
    let refresh = TrustRefresh(pinnedRoot: pinnedRoot, folder: folder, fetcher: fetcher, channel: channel)
    (self.channel, metadata) = try refresh.verify(at: now)
    guard let release = try self.channel.release(version) else {
      throw TrustError(
        .releaseNotSigned,
        "nobody signed \(version) for channel '\(channel)'; 'relctl release list \(channel)' shows what is published there"
      )
    }
    self.release = release
    isWithdrawn = self.channel.isWithdrawn(version)
  }

  /// Where the bundle is, below the repository's folder of targets.
  package var target: FoundTarget {
    get throws(TrustError) {
      try FoundTarget(
        path: release.path, role: ReleaseRole.name(of: release.channel), file: release.targetFile,
        hasConsistentSnapshots: metadata.root.hasConsistentSnapshots)
    }
  }

  /// Compares what a server answers to a device with what was signed.
  package func verify(_ answer: LatestRelease) throws(TrustError) { try channel.verify(answer) }

  /// Reads a bundle, within the limits of a device, and compares it with what was signed: its bytes first, then its
  /// content, its tree, and that the entry file is there.
  package func verify(archive path: String) throws {
    let inspection = try BundleInspector().inspect(path: path)
    try release.verify(found(inspection, tree: release.tree))
    guard let manifest = inspection.manifest else {
      throw BundleError(
        .bundleRejected,
        "'\(EscapedName.of(path))' is what was signed, and every device refuses such a bundle; publish another one under"
          + " a new version", findings: inspection.findings)
    }
    try release.verify(found(inspection, tree: manifest.treeSummary))
    if let objection = manifest.objection(toEntryFile: release.entryFile) {
      throw InstallerError(
        .entryFileMissing, during: .extraction, "release \(release.version): \(objection)")
    }
  }

  private func found(_ inspection: BundleInspection, tree: TreeSummary) -> SignedRelease {
    SignedRelease(
      channel: release.channel, version: release.version, sequence: release.sequence,
      artifact: inspection.sha256, sizeBytes: inspection.sizeBytes, tree: tree, entryFile: release.entryFile,
      gates: release.gates)
  }
}
