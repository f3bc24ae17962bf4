package import ReleaseModel

/// Unpacks an archive into a new folder, all of it and on disk, or nothing.
package struct BundleExtractor: Sendable {
  private let limits: BundleLimits

  package init(limits: BundleLimits = .standard) { self.limits = limits }

  /// Extracts the archive at `path` into `stagingFolder`, which is created, or exists and is empty.
  ///
  /// The archive's digest and its whole directory are checked before anything is written. When this returns, every file
  /// and folder is synced; the caller syncs the folder that `stagingFolder` is in. When it throws, what it made is
  /// removed again: `archive_mismatch`, `bundle_rejected`, `tree_mismatch`, `disk_full`, `staging_not_empty`, or
  /// another failure of the system.
  package func extract(
    path: String, into stagingFolder: String, expecting expectation: BundleExpectation
  ) throws(BundleError) -> FileManifest {
    let file = try ArchiveFile(path: path)
    try expectation.check(file)
    var log = FindingLog()
    let entries = try ZipDirectoryReader(limits: limits).read(file, &log)
    guard let entries, !log.hasErrors else { throw BundleError(rejecting: file.shownPath, log.findings) }

    var staging = try StagingFolder(path: stagingFolder)
    do throws(BundleError) {
      let manifest = try write(entries, of: file, into: &staging)
      try expectation.check(manifest)
      try staging.sync()
      return manifest
    } catch {
      throw error.cleaningUp("what was extracted") { () throws(BundleError) in try staging.remove() }
    }
  }

  private func write(
    _ entries: [ZipEntry], of file: ArchiveFile, into staging: inout StagingFolder
  ) throws(BundleError) -> FileManifest {
    var decoder = try EntryDecoder(file)
    var files: [FileManifest.Entry] = []
    files.reserveCapacity(entries.count)
    for entry in entries {
      // A folder that no file is in is not part of the tree, and the others are made with their files.
      guard !entry.isFolder else {
        _ = try digest(of: entry, file, decoder.decode(entry, to: { _ throws(BundleError) in }))
        continue
      }
      try staging.create(entry.path) { output throws(BundleError) in
        var offset: UInt64 = 0
        let outcome = try decoder.decode(entry) { bytes throws(BundleError) in
          try output.write(bytes, at: offset)
          offset += UInt64(bytes.count)
        }
        let sha256 = try digest(of: entry, file, outcome)
        files.append(FileManifest.Entry(path: entry.path, sizeBytes: offset, sha256: sha256))
      }
    }
    return FileManifest(files)
  }

  private func digest(
    of entry: ZipEntry, _ file: ArchiveFile, _ outcome: EntryDecoder.Outcome
  ) throws(BundleError) -> Digest {
    switch outcome {
    case .sound(let digest): return digest
    case .refused(let code, let detail):
      let finding = BundleFinding(code: code, severity: .error, entry: entry.name.shown, detail: detail)
      throw BundleError(rejecting: file.shownPath, [finding])
    }
  }
}
