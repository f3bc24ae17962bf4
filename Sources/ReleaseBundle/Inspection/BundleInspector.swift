package import ReleaseModel

/// Judges an archive: its directory by a strict reader, then every byte of its files.
package struct BundleInspector: Sendable {
  private let limits: BundleLimits

  package init(limits: BundleLimits = .standard) { self.limits = limits }

  /// Inspects the archive at `path`. What is wrong with the archive is in the findings; an error is thrown only
  /// when it cannot be read. A caller that has hashed the file's bytes gives their `sha256`, which is taken as it is.
  package func inspect(path: String, sha256: Digest? = nil) throws(BundleError) -> BundleInspection {
    let file = try ArchiveFile(path: path)
    return try inspect(file, sha256.map(Background.init(done:)) ?? Self.digest(of: file))
  }

  /// Inspects the archive behind an open descriptor, which must be a regular file; its position is neither used nor
  /// moved, and it stays open.
  package func inspect(descriptor: Int32) throws(BundleError) -> BundleInspection {
    let file = try ArchiveFile(descriptor: descriptor)
    return try inspect(file, Self.digest(of: file))
  }

  /// Inspects an archive whose digest is worked out at the same time.
  func inspect(_ file: ArchiveFile, _ sha256: Background<Digest>) throws(BundleError) -> BundleInspection {
    var log = FindingLog()
    let entries = try ZipDirectoryReader(limits: limits).read(file, &log) ?? []
    let files = try readFiles(entries, of: file, &log)
    ContentWarnings.judge(entries, &log)
    return BundleInspection(
      findings: log.findings, sha256: try sha256.value(), sizeBytes: file.size,
      manifest: log.hasErrors ? nil : FileManifest(files))
  }

  private static func digest(of file: ArchiveFile) -> Background<Digest> {
    Background { () throws(BundleError) in try file.digest() }
  }

  /// Reads every entry, also when the directory has faults, so that those of the data are found too.
  private func readFiles(
    _ entries: [ZipEntry], of file: ArchiveFile, _ log: inout FindingLog
  ) throws(BundleError) -> [FileManifest.Entry] {
    let outcomes = try Lanes.run(entries) { () throws(BundleError) in
      try EntryDecoder(file)
    } work: { decoder, entry throws(BundleError) in
      try decoder.decode(entry) { _ throws(BundleError) in }
    }
    var files: [FileManifest.Entry] = []
    files.reserveCapacity(entries.count)
    for (entry, outcome) in zip(entries, outcomes) {
      switch outcome {
      case .sound(let digest) where !entry.isFolder:
        files.append(FileManifest.Entry(path: entry.path, sizeBytes: entry.unpackedSize, sha256: digest))
      case .sound:
        break
      case .refused(let code, let detail):
        log.refuse(code, entry: entry.name.shown, detail)
      }
    }
    return files
  }
}
