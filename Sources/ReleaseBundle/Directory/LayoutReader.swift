/// Walks over the archive from its first byte to the directory, and demands that the listed entries fill it: no gap, no
/// overlap, nothing that is not listed.
struct LayoutReader {
  private static let windowBytes = 4 << 10

  let file: ArchiveFile
  let directoryStart: UInt64

  /// One record with the place of its data.
  struct PlacedRecord {
    let record: CentralRecord
    let extent: CentralRecord.Extent
    let dataOffset: UInt64
  }

  /// The records in the order of their data; nil, with every reason in `log`, when they do not fill the archive.
  func place(_ records: [CentralRecord], _ log: inout FindingLog) throws(BundleError) -> [PlacedRecord]? {
    let located = records.compactMap { record in record.extent.map { (record: record, extent: $0) } }
    // Without the place of each there are no gaps to speak of.
    guard located.count == records.count else { return nil }
    var placed: [PlacedRecord] = []
    placed.reserveCapacity(records.count)
    var window = ArchiveWindow(of: file, capacity: Self.windowBytes)
    let sorted = located.sorted { $0.extent.localOffset < $1.extent.localOffset }
    // nil when a fault that was reported leaves open where the next entry has to start.
    var expected: UInt64? = 0
    var isSound = true
    for (index, (record, extent)) in sorted.enumerated() {
      isSound = try closes(expected, extent.localOffset, before: record, &log) && isSound
      guard let header = try LocalHeader(at: extent.localOffset, before: directoryStart, in: &window) else {
        log.refuse(
          .missingLocalHeader, entry: record.name.shown,
          "there is no entry at byte \(extent.localOffset), as listed")
        expected = nil
        continue
      }
      LocalHeaderRules.judge(header, against: record, extent, &log)
      let dataOffset = extent.localOffset + UInt64(header.size)
      guard extent.packedSize <= directoryStart - dataOffset else {
        log.refuse(
          .overlappingEntries, entry: record.name.shown, "the entry's data would reach into the directory")
        expected = nil
        continue
      }
      placed.append(PlacedRecord(record: record, extent: extent, dataOffset: dataOffset))
      let next = index + 1 < sorted.count ? sorted[index + 1].extent.localOffset : directoryStart
      expected = try end(of: placed[placed.count - 1], before: next, in: &window, &log)
      isSound = isSound && expected != nil
    }
    isSound = try closes(expected, directoryStart, before: nil, &log) && isSound
    return isSound && placed.count == records.count ? placed : nil
  }

  /// The first byte after the entry's data and, when it has one, its data descriptor; nil when that is wrong.
  private func end(
    of placed: PlacedRecord, before next: UInt64, in window: inout ArchiveWindow, _ log: inout FindingLog
  ) throws(BundleError) -> UInt64? {
    let dataEnd = placed.dataOffset + placed.extent.packedSize
    guard placed.record.flags.contains(.dataDescriptor) else { return dataEnd }
    let available = Int(min(UInt64(DataDescriptor.longest), directoryStart - dataEnd))
    let bytes = try window.slice(at: dataEnd, count: available) ?? []
    let length = DataDescriptor.length(
      in: bytes, crc32: placed.record.crc32, packedSize: placed.extent.packedSize,
      unpackedSize: placed.extent.unpackedSize, preferredLength: next > dataEnd ? next - dataEnd : 0)
    guard let length else {
      log.refuse(
        .dataDescriptorMismatch, entry: placed.record.name.shown,
        "CRC and sizes after the data are missing or differ from the directory; make the archive again")
      return nil
    }
    return dataEnd + UInt64(length)
  }

  /// Whether what was read so far ends exactly where the next thing starts; `record` is nil for the directory.
  private func closes(
    _ end: UInt64?, _ start: UInt64, before record: CentralRecord?, _ log: inout FindingLog
  ) throws(BundleError) -> Bool {
    guard let end, end != start else { return true }
    guard end < start else {
      log.refuse(.overlappingEntries, entry: record?.name.shown, "the entry starts within the one before it")
      return false
    }
    let gap = "\(min(start, file.size) - end) bytes at byte \(end)"
    if let name = try unlistedName(at: end) {
      log.refuse(.unlistedEntry, entry: name, "the archive holds it, but its directory does not list it")
    } else if end == 0 {
      log.refuse(.bytesBeforeFirstEntry, "\(gap) come before the first entry; make the archive again")
    } else if let record {
      log.refuse(
        .gapBetweenEntries, entry: record.name.shown, "\(gap) lie unused before it; make the archive again")
    } else {
      log.refuse(.gapBeforeDirectory, "\(gap) lie unused before the directory; make the archive again")
    }
    try SecondEndRecord.search(file, from: end, to: min(start, directoryStart), &log)
    return false
  }

  private func unlistedName(at offset: UInt64) throws(BundleError) -> String? {
    var window = ArchiveWindow(of: file, capacity: Self.windowBytes)
    let header = try LocalHeader(at: offset, before: directoryStart, in: &window)
    return header.map { EscapedName.of(Array($0.name)) }
  }
}
