/// The zip64 end of central directory record (APPNOTE 4.3.14), version 1, without extensible data.
struct Zip64EndRecord {
  static let signature: UInt32 = 0x0606_4b50
  static let size = 56

  let recordSize: UInt64
  let diskNumber: UInt32
  let directoryDisk: UInt32
  let entriesOnDisk: UInt64
  let entryCount: UInt64
  let directorySize: UInt64
  let directoryOffset: UInt64

  /// Reads the record; nil when the signature is another. `bytes` has `size` bytes.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.uint32(0) == Self.signature else { return nil }
    recordSize = bytes.uint64(4)
    diskNumber = bytes.uint32(16)
    directoryDisk = bytes.uint32(20)
    entriesOnDisk = bytes.uint64(24)
    entryCount = bytes.uint64(32)
    directorySize = bytes.uint64(40)
    directoryOffset = bytes.uint64(48)
  }
}

/// The zip64 end of central directory locator (APPNOTE 4.3.15), directly before the end record.
struct Zip64Locator {
  static let signature: UInt32 = 0x0706_4b50
  static let size = 20

  let recordDisk: UInt32
  let recordOffset: UInt64
  let diskCount: UInt32

  /// Reads the locator; nil when the signature is another. `bytes` has `size` bytes.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.uint32(0) == Self.signature else { return nil }
    recordDisk = bytes.uint32(4)
    recordOffset = bytes.uint64(8)
    diskCount = bytes.uint32(16)
  }
}
