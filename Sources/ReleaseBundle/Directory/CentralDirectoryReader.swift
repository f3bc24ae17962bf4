/// Reads the records of the central directory, all of it and nothing else.
struct CentralDirectoryReader {
  private static let windowBytes = 256 << 10
  /// The most bytes of directory for one allowed entry, so that memory is bounded: the longest allowed name, twice.
  private static let bytesPerEntry: UInt64 = 2_048

  let file: ArchiveFile
  let limits: BundleLimits

  /// The records in the directory's order; nil, with the reason in `log`, when they cannot be read to the end.
  func read(_ location: DirectoryLocation, _ log: inout FindingLog) throws(BundleError) -> [CentralRecord]? {
    guard location.entryCount <= UInt64(limits.maximumEntries) else {
      log.refuse(
        .tooManyEntries,
        "the archive has \(location.entryCount) entries; at most \(limits.maximumEntries) are allowed")
      return nil
    }
    guard location.size <= UInt64(limits.maximumEntries) * Self.bytesPerEntry else {
      log.refuse(.invalidDirectory, "the directory has \(location.size) bytes, far more than its names need")
      return nil
    }
    var window = ArchiveWindow(of: file, capacity: Self.windowBytes)
    var records: [CentralRecord] = []
    records.reserveCapacity(Int(location.entryCount))
    var offset = location.start
    while offset < location.recordsStart {
      guard let record = try CentralRecord(at: offset, before: location.recordsStart, in: &window) else {
        log.refuse(.invalidDirectory, "the directory is damaged at byte \(offset); make the archive again")
        return nil
      }
      offset += UInt64(record.size)
      guard UInt64(records.count) < location.entryCount else {
        log.refuse(
          .entryCountMismatch, entry: record.name.shown,
          "the directory goes on after the \(location.entryCount) entries that it promises")
        return nil
      }
      records.append(record)
    }
    guard UInt64(records.count) == location.entryCount else {
      log.refuse(
        .entryCountMismatch, "the directory has \(records.count) entries and promises \(location.entryCount)")
      return nil
    }
    return records
  }
}
