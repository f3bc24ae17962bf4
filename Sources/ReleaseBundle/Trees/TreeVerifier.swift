package import ReleaseModel

/// Reads a folder of files again and compares it with what it has to be.
package struct TreeVerifier: Sendable {
  package init() {}

  /// Checks that `folder` holds exactly the files of `manifest`: nothing missing, extra or changed, no links. Throws
  /// `tree_mismatch` with one finding for each difference.
  package func verify(folder: String, against manifest: FileManifest) throws(BundleError) {
    throw BundleError(.inputOutputFailed, "the verifier is not built yet")
  }

  /// Checks that `folder` holds exactly the tree that `summary` names, and returns its manifest. Throws `tree_mismatch`.
  package func verify(folder: String, against summary: TreeSummary) throws(BundleError) -> FileManifest {
    throw BundleError(.inputOutputFailed, "the verifier is not built yet")
  }
}
