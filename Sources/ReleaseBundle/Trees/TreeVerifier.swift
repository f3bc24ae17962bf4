package import ReleaseModel

/// Reads a folder of files again and compares it with what it has to be.
package struct TreeVerifier: Sendable {
  package init() {}

  /// Checks that `folder` holds exactly the files of `manifest`: nothing missing, extra or changed, no links, no empty
  /// folders. Throws `tree_mismatch` with one finding for each difference.
  package func verify(folder: String, against manifest: FileManifest) throws(BundleError) {
    var log = FindingLog()
    let actual = try TreeReader.read(folder, &log)
    let difference = TreeDifference(from: manifest, to: actual)
    for file in difference.removed {
      log.refuse(.missingFile, entry: EscapedName.of(file.path), "the file is missing")
    }
    for file in difference.added {
      log.refuse(.extraFile, entry: EscapedName.of(file.path), "the file does not belong there")
    }
    for change in difference.changed {
      log.refuse(
        .changedFile, entry: EscapedName.of(change.old.path),
        "the file has \(change.new.sizeBytes) bytes with SHA-256 \(change.new.sha256) instead of "
          + "\(change.old.sizeBytes) with \(change.old.sha256)")
    }
    try refuse(folder, log)
  }

  /// Checks that `folder` holds exactly the tree that `summary` names, and returns its manifest. Throws `tree_mismatch`.
  package func verify(folder: String, against summary: TreeSummary) throws(BundleError) -> FileManifest {
    var log = FindingLog()
    let manifest = try TreeReader.read(folder, &log)
    try refuse(folder, log)
    let actual = manifest.treeSummary
    guard actual == summary else {
      throw BundleError(
        .treeMismatch,
        "'\(EscapedName.of(folder))' holds \(actual.fileCount) files with the tree digest \(actual.sha256) instead of "
          + "\(summary.fileCount) with \(summary.sha256); install it again")
    }
    return manifest
  }

  private func refuse(_ folder: String, _ log: FindingLog) throws(BundleError) {
    guard log.hasErrors else { return }
    throw BundleError(
      .treeMismatch,
      "'\(EscapedName.of(folder))' is not as it was installed: \(log.findings.count) differences; install it again",
      findings: log.findings)
  }
}
