/// Looks for end records where none belongs: other tools might find them first, and read another archive.
enum SecondEndRecord {
  /// How much of a stretch's end is looked at: tools search that far back for an end record.
  private static let searchedBytes: UInt64 = 0xFFFF + UInt64(EndRecord.size)

  /// Reports an end record in the bytes from `low` up to `high`.
  static func search(
    _ file: ArchiveFile, from low: UInt64, to high: UInt64, _ log: inout FindingLog
  ) throws(BundleError) {
    guard low < high else { return }
    let start = max(low, high - min(high, searchedBytes))
    let bytes = try file.bytes(at: start, count: Int(high - start))
    guard let index = firstSignature(in: bytes[...]) else { return }
    log.refuse(
      .secondEndRecord,
      "a second end record is at byte \(start + UInt64(index)); two archives are mixed, so make the archive again"
    )
  }

  /// The place of the first end record's signature; nil when there is none.
  static func firstSignature(in bytes: ArraySlice<UInt8>) -> Int? {
    let signature = littleEndian(EndRecord.signature)
    var rest = bytes
    while let index = rest.firstIndex(of: signature[0]) {
      if bytes[index...].starts(with: signature) { return index }
      rest = bytes[(index + 1)...]
    }
    return nil
  }
}
