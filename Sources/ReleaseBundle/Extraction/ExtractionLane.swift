import ReleaseModel

/// What one thread needs to extract entries.
struct ExtractionLane: ~Copyable {
  private var decoder: EntryDecoder
  private var writer: StagingWriter

  init(decoder: consuming EntryDecoder, writer: consuming StagingWriter) {
    self.decoder = decoder
    self.writer = writer
  }

  /// Extracts one entry and returns what it is in the manifest. A folder is only checked, and is nil: those that files
  /// are in were made before, and the others are not part of the tree.
  mutating func extract(_ entry: ZipEntry, of file: ArchiveFile) throws(BundleError) -> FileManifest.Entry? {
    guard !entry.isFolder else {
      _ = try Self.digest(of: entry, file, decoder.decode(entry) { _ throws(BundleError) in })
      return nil
    }
    var written: FileManifest.Entry?
    try writer.create(entry.path) { output throws(BundleError) in
      var offset: UInt64 = 0
      let outcome = try decoder.decode(entry) { bytes throws(BundleError) in
        try output.write(bytes, at: offset)
        offset += UInt64(bytes.count)
      }
      let sha256 = try Self.digest(of: entry, file, outcome)
      written = FileManifest.Entry(path: entry.path, sizeBytes: offset, sha256: sha256)
    }
    return written
  }

  private static func digest(
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
