/// One entry as the central directory describes it (APPNOTE 4.3.12).
struct CentralRecord {
  static let signature: UInt32 = 0x0201_4b50
  /// Its length without name, extra data and comment.
  static let fixedSize = 46

  /// Where an entry is and how long; zip64 values are in their places.
  struct Extent {
    let packedSize: UInt64
    let unpackedSize: UInt64
    let localOffset: UInt64
  }

  let flags: EntryFlags
  let method: UInt16
  let crc32: UInt32
  let diskStart: UInt16
  let externalAttributes: UInt32
  let name: EntryName
  /// The extra fields; nil when they cannot be taken apart.
  let extraFields: [ExtraField]?
  let comment: ArraySlice<UInt8>
  /// Place and sizes; nil when the zip64 field does not have exactly the values that it is needed for.
  let extent: Extent?
  /// The record's length in the directory.
  let size: Int

  /// Reads the record at `offset`; nil when there is no whole record before `limit`.
  init?(at offset: UInt64, before limit: UInt64, in window: inout ArchiveWindow) throws(BundleError) {
    let available = limit - offset
    guard available >= UInt64(Self.fixedSize),
      let fixed = try window.slice(at: offset, count: Self.fixedSize), fixed.uint32(0) == Self.signature
    else { return nil }
    let nameEnd = Self.fixedSize + Int(fixed.uint16(28))
    let extraEnd = nameEnd + Int(fixed.uint16(30))
    size = extraEnd + Int(fixed.uint16(32))
    guard available >= UInt64(size), let record = try window.slice(at: offset, count: size) else {
      return nil
    }

    flags = EntryFlags(rawValue: record.uint16(8))
    method = record.uint16(10)
    crc32 = record.uint32(16)
    diskStart = record.uint16(34)
    externalAttributes = record.uint32(38)
    name = EntryName(Array(record.dropFirst(Self.fixedSize).prefix(nameEnd - Self.fixedSize)))
    comment = record.dropFirst(extraEnd)
    let fields = ExtraField.parse(record.dropFirst(nameEnd).prefix(extraEnd - nameEnd))
    extraFields = fields
    extent = Self.extent(record, fields ?? [])
  }

  private static func extent(_ record: ArraySlice<UInt8>, _ fields: [ExtraField]) -> Extent? {
    guard
      let values = Zip64Field.resolve(
        [record.uint32(24), record.uint32(20), record.uint32(42)], in: fields, policy: .exactlyNeeded)
    else { return nil }
    return Extent(packedSize: values[1], unpackedSize: values[0], localOffset: values[2])
  }
}
