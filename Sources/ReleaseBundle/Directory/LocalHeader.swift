/// One entry as the header before its data describes it (APPNOTE 4.3.7).
struct LocalHeader {
  static let signature: UInt32 = 0x0403_4b50
  /// Its length without name and extra data.
  static let fixedSize = 30

  let flags: EntryFlags
  let method: UInt16
  let crc32: UInt32
  let name: ArraySlice<UInt8>
  /// The extra fields; nil when they cannot be taken apart.
  let extraFields: [ExtraField]?
  /// The sizes, packed and unpacked; nil when the zip64 field does not hold both where it is needed.
  let sizes: (packed: UInt64, unpacked: UInt64)?
  /// The header's length.
  let size: Int

  /// Reads the header at `offset`; nil when there is no whole one before `limit`.
  init?(at offset: UInt64, before limit: UInt64, in window: inout ArchiveWindow) throws(BundleError) {
    guard offset <= limit, limit - offset >= UInt64(Self.fixedSize),
      let fixed = try window.slice(at: offset, count: Self.fixedSize), fixed.uint32(0) == Self.signature
    else { return nil }
    let nameEnd = Self.fixedSize + Int(fixed.uint16(26))
    size = nameEnd + Int(fixed.uint16(28))
    guard limit - offset >= UInt64(size), let header = try window.slice(at: offset, count: size) else {
      return nil
    }

    flags = EntryFlags(rawValue: header.uint16(6))
    method = header.uint16(8)
    crc32 = header.uint32(14)
    name = header.dropFirst(Self.fixedSize).prefix(nameEnd - Self.fixedSize)
    let fields = ExtraField.parse(header.dropFirst(nameEnd))
    extraFields = fields
    let values = Zip64Field.resolve(
      [header.uint32(22), header.uint32(18)], in: fields ?? [], policy: .everyNumber)
    sizes = values.map { (packed: $0[1], unpacked: $0[0]) }
  }
}
