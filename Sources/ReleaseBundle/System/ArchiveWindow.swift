/// A part of an archive held in memory, moved along as records are read, so that many small ones cost few reads.
struct ArchiveWindow {
  private let file: ArchiveFile
  private let capacity: Int
  private var start: UInt64 = 0
  private var bytes: [UInt8] = []

  /// Reads `capacity` bytes at a time, or more when one record is longer.
  init(of file: ArchiveFile, capacity: Int) {
    self.file = file
    self.capacity = capacity
  }

  /// The `count` bytes that start at `offset`; nil when the archive ends before.
  mutating func slice(at offset: UInt64, count: Int) throws(BundleError) -> ArraySlice<UInt8>? {
    guard offset <= file.size, UInt64(count) <= file.size - offset else { return nil }
    if offset < start || offset - start > UInt64(bytes.count) || bytes.count - Int(offset - start) < count {
      let length = min(UInt64(max(count, capacity)), file.size - offset)
      bytes = try file.bytes(at: offset, count: Int(length))
      start = offset
    }
    let low = Int(offset - start)
    return bytes[low..<low + count]
  }
}
