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
}
