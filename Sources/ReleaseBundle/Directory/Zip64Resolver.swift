/// Completes an end record whose numbers are too small for the archive with the zip64 records before it.
///
/// Honest zip64 records stand directly before the end record and say the same wherever both can.
struct Zip64Resolver {
  let file: ArchiveFile

  /// What the end records together say; nil, with the reason in `log`, when they contradict one another.
  func resolve(
    _ record: EndRecord, at position: UInt64, _ log: inout FindingLog
  ) throws(BundleError) -> DirectoryLocation? {
    guard let (locator, locatorPosition) = try locator(before: position) else {
      return DirectoryLocation(
        entryCount: UInt64(record.entryCount), start: UInt64(record.directoryOffset),
        size: UInt64(record.directorySize), recordsStart: position)
    }
    guard let wide = try wideRecord(of: locator, before: locatorPosition) else {
      log.refuse(.invalidZip64, "the zip64 end record is not where it belongs; make the archive again")
      return nil
    }
    guard wide.recordSize == UInt64(Zip64EndRecord.size - 12) else {
      log.refuse(.invalidZip64, "the zip64 end record has data that nobody reads; make the archive again")
      return nil
    }
    guard wide.diskNumber == 0, wide.directoryDisk == 0, wide.entriesOnDisk == wide.entryCount,
      locator.recordDisk == 0, locator.diskCount == 1
    else {
      log.refuse(
        .multiDisk, "the zip64 records say that the archive is one part of several; make it in one part")
      return nil
    }
    guard Self.agrees(record.entryCount, wide.entryCount),
      Self.agrees(record.directorySize, wide.directorySize),
      Self.agrees(record.directoryOffset, wide.directoryOffset)
    else {
      log.refuse(.invalidZip64, "the zip64 end record and the end record differ; make the archive again")
      return nil
    }
    return DirectoryLocation(
      entryCount: wide.entryCount, start: wide.directoryOffset, size: wide.directorySize,
      recordsStart: locatorPosition - UInt64(Zip64EndRecord.size))
  }

  private func locator(before position: UInt64) throws(BundleError) -> (Zip64Locator, UInt64)? {
    guard position >= UInt64(Zip64Locator.size) else { return nil }
    let start = position - UInt64(Zip64Locator.size)
    return Zip64Locator(try file.bytes(at: start, count: Zip64Locator.size)[...]).map { ($0, start) }
  }

  private func wideRecord(
    of locator: Zip64Locator, before locatorPosition: UInt64
  ) throws(BundleError) -> Zip64EndRecord? {
    guard locatorPosition >= UInt64(Zip64EndRecord.size),
      locator.recordOffset == locatorPosition - UInt64(Zip64EndRecord.size)
    else { return nil }
    return Zip64EndRecord(try file.bytes(at: locator.recordOffset, count: Zip64EndRecord.size)[...])
  }

  /// A short number says the same as the long one, or says "look at the long one" by having all its bits set.
  private static func agrees<Short: FixedWidthInteger & UnsignedInteger>(_ short: Short, _ long: UInt64)
    -> Bool
  {
    short == Short.max || UInt64(short) == long
  }
}
