/// One file or folder of an archive, with the place of its data.
struct ZipEntry: Sendable {
  let name: EntryName
  /// The path, parts joined by `/`, without a slash at the end.
  let path: String
  let method: CompressionMethod
  let crc32: UInt32
  let packedSize: UInt64
  let unpackedSize: UInt64
  /// The archive's byte at which the packed data starts.
  let dataOffset: UInt64

  /// Whether it is a folder rather than a file.
  var isFolder: Bool { name.isFolder }

  /// Takes a record whose data can be read; nil when what it says of the data was refused already.
  init?(_ placed: LayoutReader.PlacedRecord) {
    let record = placed.record
    guard let method = CompressionMethod(rawValue: record.method),
      record.flags.isDisjoint(with: .allEncrypted)
    else { return nil }
    guard method != .stored || placed.extent.packedSize == placed.extent.unpackedSize else { return nil }
    name = record.name
    // A name that is not UTF-8 was reported, so that this path is never used for a file.
    path = record.name.path ?? record.name.shown
    self.method = method
    crc32 = record.crc32
    packedSize = placed.extent.packedSize
    unpackedSize = placed.extent.unpackedSize
    dataOffset = placed.dataOffset
  }
}
