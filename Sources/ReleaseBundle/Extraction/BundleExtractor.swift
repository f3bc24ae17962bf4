package import ReleaseModel

/// Unpacks an archive into a new folder, all of it and on disk, or nothing.
package struct BundleExtractor: Sendable {
  private let limits: BundleLimits
  private let room: DiskRoom?

  /// - Parameter room: where the disk fills up, in a simulation; nil on a real one.
  package init(limits: BundleLimits = .standard, room: DiskRoom? = nil) {
    self.limits = limits
    self.room = room
  }

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
    try staging.makeFolders(for: entries.filter { !$0.isFolder }.map(\.path))
    let (root, made, room) = (staging.descriptor, staging.files, room)
    let files = try Lanes.run(entries) { () throws(BundleError) in
      ExtractionLane(
        decoder: try EntryDecoder(file), writer: try StagingWriter(below: root, noting: made, room: room))
    } work: { lane, entry throws(BundleError) in
      try lane.extract(entry, of: file)
    }
    return FileManifest(files.compactMap { $0 })
  }
}
