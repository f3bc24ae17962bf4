/// Reads everything in an archive but its data, and accepts only what every tool that reads zips would agree about
/// (APPNOTE.TXT 6.3.10).
struct ZipDirectoryReader {
  let limits: BundleLimits

  /// The archive's files and folders in the order of their data; nil when even their data must not be read. Whoever
  /// writes them to disk first makes sure that nothing was reported: every reason to refuse goes to `log`.
  func read(_ file: ArchiveFile, _ log: inout FindingLog) throws(BundleError) -> [ZipEntry]? {
    guard file.size <= limits.maximumArchiveBytes else {
      log.refuse(
        .archiveTooLarge,
        "the archive has \(file.size) bytes; at most \(limits.maximumArchiveBytes) are allowed")
      return nil
    }
    guard let location = try EndRecordReader(file: file).locate(&log) else { return nil }
    let directory = CentralDirectoryReader(file: file, limits: limits)
    guard let records = try directory.read(location, &log) else { return nil }
    judge(records, &log)
    let placed = try LayoutReader(file: file, directoryStart: location.start).place(records, &log)
    let fits = SizeRules(limits: limits).judge(
      records.compactMap(Self.declared), archiveSize: file.size, &log)
    return fits ? placed?.compactMap(ZipEntry.init) : nil
  }

  /// Judges every record by itself, and all names together.
  private func judge(_ records: [CentralRecord], _ log: inout FindingLog) {
    var tree = NameTree()
    for record in records {
      RecordRules.judge(record, &log)
      NameRules.judge(record.name, &log)
      KindRules.judge(record, &log)
      tree.insert(record.name, &log)
    }
    if records.allSatisfy(\.name.isFolder) {
      log.refuse(.noFiles, "the archive holds no files; pack the folder with the built web files")
    }
  }

  private static func declared(_ record: CentralRecord) -> DeclaredFile? {
    record.extent.map {
      DeclaredFile(shownName: record.name.shown, packedSize: $0.packedSize, unpackedSize: $0.unpackedSize)
    }
  }
}
