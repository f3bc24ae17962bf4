/// What an entry's local header must say, which is what the central record says.
enum LocalHeaderRules {
  /// Reports every difference between the two headers of an entry.
  static func judge(
    _ header: LocalHeader, against record: CentralRecord, _ extent: CentralRecord.Extent,
    _ log: inout FindingLog
  ) {
    let entry = record.name.shown
    if !header.name.elementsEqual(record.name.bytes) {
      log.refuse(
        .headerNameMismatch, entry: entry,
        "the header before the data calls it '\(EscapedName.of(Array(header.name)))'; make the archive again")
    }
    if header.method != record.method {
      log.refuse(
        .headerMethodMismatch, entry: entry,
        "the header before the data says method \(header.method), the directory \(record.method)")
    }
    if header.flags != record.flags {
      log.refuse(
        .headerFlagsMismatch, entry: entry,
        "the header before the data says flags \(header.flags.rawValue), the directory \(record.flags.rawValue)"
      )
    }
    judgeNumbers(header, against: record, extent, &log)
    RecordRules.judgeExtraFields(header.extraFields, of: record, in: "header before the data", &log)
  }

  /// CRC and sizes must be the same, or, when they follow the data, may each be 0.
  private static func judgeNumbers(
    _ header: LocalHeader, against record: CentralRecord, _ extent: CentralRecord.Extent,
    _ log: inout FindingLog
  ) {
    let mayBeZero = header.flags.contains(.dataDescriptor)
    func agrees<Number: FixedWidthInteger>(_ local: Number, _ central: Number) -> Bool {
      local == central || mayBeZero && local == 0
    }
    if !agrees(header.crc32, record.crc32) {
      log.refuse(
        .headerCRCMismatch, entry: record.name.shown,
        "the header before the data and the directory have two CRCs")
    }
    guard let sizes = header.sizes else {
      log.refuse(
        .invalidZip64, entry: record.name.shown,
        "the header before the data has a zip64 field that does not give both sizes")
      return
    }
    if !agrees(sizes.packed, extent.packedSize) || !agrees(sizes.unpacked, extent.unpackedSize) {
      log.refuse(
        .headerSizeMismatch, entry: record.name.shown,
        "the header before the data says \(sizes.packed) packed and \(sizes.unpacked) unpacked bytes, the directory "
          + "\(extent.packedSize) and \(extent.unpackedSize)")
    }
  }
}
