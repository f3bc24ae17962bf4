/// One file of an archive that is being written, with the two headers that describe it.
struct PackedEntry {
  /// The version of the format that is needed to read it: 2.0, for deflate.
  private static let versionNeeded: UInt16 = 20
  /// Version 2.0, on Unix, so that the permissions below count.
  private static let madeBy: UInt16 = 3 << 8 | 20
  /// 1 January 1980, midnight: the first moment that the format can say, and the same for every file.
  private static let time: UInt16 = 0
  private static let date: UInt16 = 1 << 5 | 1
  /// A regular file with mode 0644.
  private static let attributes: UInt32 = 0o100644 << 16

  let name: EntryName
  let method: CompressionMethod
  let crc32: UInt32
  let packedSize: UInt32
  let unpackedSize: UInt32
  let localOffset: UInt32

  /// The length of the local header of a file of this name.
  static func localHeaderSize(of name: EntryName) -> UInt64 {
    UInt64(LocalHeader.fixedSize + name.bytes.count)
  }

  /// The header before the data.
  var localHeader: [UInt8] {
    littleEndian(LocalHeader.signature) + littleEndian(Self.versionNeeded) + sharedFields + name.bytes
  }

  /// The record in the directory.
  var centralRecord: [UInt8] {
    var record = littleEndian(CentralRecord.signature) + littleEndian(Self.madeBy)
    record += littleEndian(Self.versionNeeded) + sharedFields
    // No comment, first disk, no internal attributes.
    record += littleEndian(UInt16(0)) + littleEndian(UInt16(0)) + littleEndian(UInt16(0))
    return record + littleEndian(Self.attributes) + littleEndian(localOffset) + name.bytes
  }

  /// What both headers say, from the flags to the length of the extra data.
  private var sharedFields: [UInt8] {
    let flags: EntryFlags = name.isASCII ? [] : .utf8
    var fields = littleEndian(flags.rawValue) + littleEndian(method.rawValue)
    fields += littleEndian(Self.time) + littleEndian(Self.date)
    fields += littleEndian(crc32) + littleEndian(packedSize) + littleEndian(unpackedSize)
    return fields + littleEndian(UInt16(name.bytes.count)) + littleEndian(UInt16(0))
  }
}
