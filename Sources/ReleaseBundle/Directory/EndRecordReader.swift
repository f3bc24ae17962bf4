/// Finds the end record, which must be the last thing in the archive, and follows it to the central directory.
struct EndRecordReader {
  /// The longest comment that an end record can carry.
  private static let longestComment = 0xFFFF

  let file: ArchiveFile

  /// The directory's place, where it was checked to fit; nil, with the reason in `log`, when the archive does not say
  /// it in one single way.
  func locate(_ log: inout FindingLog) throws(BundleError) -> DirectoryLocation? {
    guard let (record, position) = try findRecord(&log) else { return nil }
    guard record.diskNumber == 0, record.directoryDisk == 0, record.entriesOnDisk == record.entryCount else {
      log.refuse(.multiDisk, "the archive is one part of several; make it in one part")
      return nil
    }
    let resolver = Zip64Resolver(file: file)
    guard let location = try resolver.resolve(record, at: position, &log) else { return nil }
    return try fits(location, &log) ? location : nil
  }

  /// The last end record and its place. One that is not at the very end is reported, and still returned, so that the
  /// rest of the archive is looked at too.
  private func findRecord(_ log: inout FindingLog) throws(BundleError) -> (EndRecord, UInt64)? {
    let tailLength = Int(min(file.size, UInt64(EndRecord.size + Self.longestComment)))
    let tail = try file.bytes(at: file.size - UInt64(tailLength), count: tailLength)
    for start in stride(from: tailLength - EndRecord.size, through: 0, by: -1) {
      guard let record = EndRecord(tail[start..<start + EndRecord.size]) else { continue }
      let surplus = tailLength - start - EndRecord.size
      if surplus > 0, Int(record.commentLength) == surplus {
        log.refuse(.archiveComment, "the archive has a comment of \(surplus) bytes; make it without one")
      } else if surplus > 0 {
        log.refuse(.bytesAfterEndRecord, Self.describeSurplus(tail.suffix(surplus)))
      } else if record.commentLength > 0 {
        log.refuse(.missingEndRecord, "the archive's comment is cut off; it was not transferred completely")
      }
      return (record, file.size - UInt64(tailLength - start))
    }
    try reportMissingRecord(&log)
    return nil
  }

  private static func describeSurplus(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.allSatisfy { $0 == 0 }
      ? "\(bytes.count) zero bytes follow the end record, as bsdtar writes to a pipe; let it write to a file"
      : "\(bytes.count) bytes follow the end record; make the archive again"
  }

  private func reportMissingRecord(_ log: inout FindingLog) throws(BundleError) {
    let start = try file.bytes(at: 0, count: Int(min(file.size, 512)))
    if start.starts(with: littleEndian(LocalHeader.signature)) {
      log.refuse(
        .missingEndRecord,
        "the archive ends before its end record; it was cut short, so transfer or make it again")
    } else {
      log.refuse(
        .notAZip, "this is \(ForeignContent.describe(start)), not a zip archive; choose the bundle's zip")
    }
  }

  /// The directory must end where the end records start. If it does not, either its place is wrong, or the whole zip
  /// stands behind something else.
  private func fits(_ location: DirectoryLocation, _ log: inout FindingLog) throws(BundleError) -> Bool {
    let (end, overflow) = location.start.addingReportingOverflow(location.size)
    guard !overflow, end <= location.recordsStart else {
      log.refuse(.invalidDirectory, "the directory would reach into the end record; make the archive again")
      return false
    }
    let surplus = location.recordsStart - end
    guard surplus > 0 else { return true }
    if try isDirectory(at: location.recordsStart - location.size, location) {
      log.refuse(.bytesBeforeFirstEntry, "\(surplus) bytes come before the zip; make the archive again")
      try SecondEndRecord.search(file, from: 0, to: surplus, &log)
    } else {
      log.refuse(
        .gapBeforeEndRecord,
        "\(surplus) bytes lie between the directory and the end record; make the archive again")
      try SecondEndRecord.search(file, from: end, to: location.recordsStart, &log)
    }
    return false
  }

  private func isDirectory(at offset: UInt64, _ location: DirectoryLocation) throws(BundleError) -> Bool {
    guard location.size >= 4 else { return location.entryCount == 0 }
    return try file.bytes(at: offset, count: 4)[...].uint32(0) == CentralRecord.signature
  }
}
