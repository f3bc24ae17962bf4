package import ReleaseModel

/// What is known of a bundle before it is extracted, from signed metadata or the registry; nil is not checked.
package struct BundleExpectation: Sendable, Hashable {
  /// The digest of the archive's bytes.
  package let sha256: Digest?
  /// The archive's length in bytes.
  package let sizeBytes: UInt64?
  /// What the files must be.
  package let tree: TreeSummary?

  package init(sha256: Digest? = nil, sizeBytes: UInt64? = nil, tree: TreeSummary? = nil) {
    self.sha256 = sha256
    self.sizeBytes = sizeBytes
    self.tree = tree
  }

  /// Compares the archive's length and digest with what was expected.
  func check(_ file: ArchiveFile) throws(BundleError) {
    if let sizeBytes, file.size != sizeBytes {
      throw BundleError(
        .archiveMismatch, "'\(file.shownPath)' has \(file.size) bytes instead of \(sizeBytes); \(Self.advice)"
      )
    }
    guard let sha256 else { return }
    let actual = try file.digest()
    guard actual == sha256 else {
      throw BundleError(
        .archiveMismatch, "'\(file.shownPath)' has the SHA-256 \(actual) instead of \(sha256); \(Self.advice)"
      )
    }
  }

  /// Compares the files with what was expected.
  func check(_ manifest: FileManifest) throws(BundleError) {
    guard let tree else { return }
    let actual = manifest.treeSummary
    guard actual == tree else {
      throw BundleError(
        .treeMismatch,
        "the archive holds \(actual.fileCount) files with the tree digest \(actual.sha256) instead of \(tree.fileCount) "
          + "with \(tree.sha256); it is not the archive that was published")
    }
  }

  private static let advice =
    "download it again, and check that no proxy or CDN on the way rewrites zip files"
}
