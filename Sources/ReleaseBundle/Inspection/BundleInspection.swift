package import ReleaseModel

/// What an inspection found out about an archive.
package struct BundleInspection: Sendable, Hashable {
  /// Whether the bundle may be published and installed: it has no finding that is an error.
  package let accepted: Bool
  /// Everything that was found, in the order of the archive; bounded.
  package let findings: [BundleFinding]
  /// The digest of the archive's bytes.
  package let sha256: Digest
  /// The archive's length in bytes.
  package let sizeBytes: UInt64
  /// Every file of the bundle; nil when it is refused.
  package let manifest: FileManifest?
  /// What a release says about the files; nil when the bundle is refused.
  package let tree: TreeSummary?

  init(findings: [BundleFinding], sha256: Digest, sizeBytes: UInt64, manifest: FileManifest?) {
    accepted = manifest != nil
    self.findings = findings
    self.sha256 = sha256
    self.sizeBytes = sizeBytes
    self.manifest = manifest
    tree = manifest?.treeSummary
  }
}
