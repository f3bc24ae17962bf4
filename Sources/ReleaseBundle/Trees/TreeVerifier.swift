package import ReleaseModel

/// Reads a folder of files again and compares it with what it has to be.
package struct TreeVerifier: Sendable {
  package init() {}

  /// Checks that `folder` holds exactly the files of `manifest`: nothing missing, extra or changed, no links, no empty
  /// folders. Throws `tree_mismatch` with one finding for each difference. Only files of the right length are read.
  package func verify(folder: String, against manifest: FileManifest) throws(BundleError) {
    var log = FindingLog()
    var reader = try TreeReader(folder, &log)
    let found = Dictionary(reader.files.map { (Array($0.path.utf8), $0) }) { first, _ in first }
    for file in manifest.entries where found[Array(file.path.utf8)] == nil {
      log.refuse(.missingFile, entry: EscapedName.of(file.path), "the file is missing")
    }
    for file in reader.files where manifest.entry(at: file.path) == nil {
      log.refuse(.extraFile, entry: EscapedName.of(file.path), "the file does not belong there")
    }
    for file in manifest.entries {
      guard let there = found[Array(file.path.utf8)] else { continue }
      if there.size != file.sizeBytes {
        refuse(file, "\(there.size) bytes instead of \(file.sizeBytes)", &log)
        continue
      }
      let read = try reader.entry(of: there)
      guard read.sha256 != file.sha256 else { continue }
      refuse(file, "the SHA-256 \(read.sha256) instead of \(file.sha256)", &log)
    }
    try refuse(folder, log)
  }

  /// Checks that `folder` holds exactly the tree that `summary` names, and returns its manifest. Throws `tree_mismatch`.
  /// Nothing is read unless number and length of the files are right.
  package func verify(folder: String, against summary: TreeSummary) throws(BundleError) -> FileManifest {
    var log = FindingLog()
    var reader = try TreeReader(folder, &log)
    try refuse(folder, log)
    guard reader.files.count == summary.fileCount, reader.totalSize == summary.unpackedBytes else {
      throw BundleError(
        .treeMismatch,
        "'\(EscapedName.of(folder))' holds \(reader.files.count) files with \(reader.totalSize) bytes instead of "
          + "\(summary.fileCount) with \(summary.unpackedBytes); install it again")
    }
    let manifest = try Self.manifest(&reader)
    let actual = manifest.treeSummary
    guard actual == summary else {
      throw BundleError(
        .treeMismatch,
        "'\(EscapedName.of(folder))' holds files with the tree digest \(actual.sha256) instead of \(summary.sha256); "
          + "install it again")
    }
    return manifest
  }

  /// Reads a folder of which nothing is known yet, and returns the manifest of its files. Links, and whatever else is no
  /// regular file, are left out.
  package func manifest(of folder: String) throws(BundleError) -> FileManifest {
    var log = FindingLog()
    var reader = try TreeReader(folder, &log)
    return try Self.manifest(&reader)
  }

  private static func manifest(_ reader: inout TreeReader) throws(BundleError) -> FileManifest {
    var entries: [FileManifest.Entry] = []
    for file in reader.files { entries.append(try reader.entry(of: file)) }
    return FileManifest(entries)
  }

  private func refuse(_ file: FileManifest.Entry, _ difference: String, _ log: inout FindingLog) {
    log.refuse(.changedFile, entry: EscapedName.of(file.path), "the file has \(difference)")
  }

  private func refuse(_ folder: String, _ log: FindingLog) throws(BundleError) {
    guard log.hasErrors else { return }
    throw BundleError(
      .treeMismatch,
      "'\(EscapedName.of(folder))' is not as it was installed: \(log.findings.count) differences; install it again",
      findings: log.findings)
  }
}
