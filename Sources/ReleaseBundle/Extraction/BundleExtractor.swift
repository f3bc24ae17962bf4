package import ReleaseModel

/// Unpacks an archive into a new folder, all of it and on disk, or nothing.
package struct BundleExtractor: Sendable {
  private let limits: BundleLimits

  package init(limits: BundleLimits = .standard) { self.limits = limits }

  /// Extracts the archive at `path` into `stagingFolder`, which is created, or exists and is empty.
  ///
  /// The whole directory is checked before anything is written. When this returns, every file and folder is
  /// synced. When it throws, what it made is removed again: `bundle_rejected`, `archive_mismatch`,
  /// `tree_mismatch`, `disk_full`, `staging_not_empty`, or another system failure.
  package func extract(
    path: String, into stagingFolder: String, expecting expectation: BundleExpectation
  ) throws(BundleError) -> FileManifest {
    throw BundleError(.inputOutputFailed, "the extractor is not built yet")
  }
}
