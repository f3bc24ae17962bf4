/// The end of central directory record (APPNOTE 4.3.16).
struct EndRecord {
  /// Its first four bytes, `PK\5\6`.
  static let signature: UInt32 = 0x0605_4b50
  /// Its length without a comment.
  static let size = 22

  let diskNumber: UInt16
  let directoryDisk: UInt16
  let entriesOnDisk: UInt16
  let entryCount: UInt16
  let directorySize: UInt32
  let directoryOffset: UInt32
  let commentLength: UInt16

  /// Reads the record; nil when the signature is another. `bytes` has `size` bytes.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.uint32(0) == Self.signature else { return nil }
    diskNumber = bytes.uint16(4)
    directoryDisk = bytes.uint16(6)
    entriesOnDisk = bytes.uint16(8)
    entryCount = bytes.uint16(10)
    directorySize = bytes.uint32(12)
    directoryOffset = bytes.uint32(16)
    commentLength = bytes.uint16(20)
  }
}
