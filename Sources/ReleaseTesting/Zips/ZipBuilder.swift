/// Writes a zip byte by byte, honest unless told otherwise: every field of every record can be given any value, and
/// anything can stand between the records. Offsets and counts that are not given are the right ones.
package struct ZipBuilder {
  /// The entries, in the order of their data.
  package var entries: [ZipBuilderEntry] = []
  /// Bytes before the first entry, and whether the offsets count them.
  package var prefix: [UInt8] = []
  package var offsetsCountPrefix = true
  /// Bytes between the last entry and the directory.
  package var beforeDirectory: [UInt8] = []
  /// Bytes between the directory and the end records.
  package var afterDirectory: [UInt8] = []
  /// The fields of the end record.
  package var end = EndFields()
  /// Whether zip64 end records are written, and what they say instead of the truth.
  package var zip64: Zip64Fields?
  /// Bytes after the end record and its comment.
  package var suffix: [UInt8] = []

  /// What the end record says; nil stands for the truth.
  package struct EndFields {
    package var disk: UInt16 = 0
    package var directoryDisk: UInt16 = 0
    package var entriesOnDisk: UInt16?
    package var entryCount: UInt16?
    package var directorySize: UInt32?
    package var directoryOffset: UInt32?
    package var commentLength: UInt16?
    package var comment: [UInt8] = []
    /// Whether the record is written at all.
    package var isWritten = true
  }

  /// What the zip64 end records say; nil stands for the truth.
  package struct Zip64Fields {
    package var entryCount: UInt64?
    package var directorySize: UInt64?
    package var directoryOffset: UInt64?
    package var recordOffset: UInt64?
    package var recordSize: UInt64 = 44
    package var diskCount: UInt32 = 1

    package init() {}
  }

  package init() {}

  /// Adds a file, which `change` may then falsify.
  package mutating func add(
    _ name: String, _ text: String = "content", change: (inout ZipBuilderEntry) -> Void = { _ in }
  ) {
    add(bytes: Array(name.utf8), Array(text.utf8), change: change)
  }

  /// Adds a file whose name need not be UTF-8.
  package mutating func add(
    bytes name: [UInt8], _ data: [UInt8] = Array("content".utf8),
    change: (inout ZipBuilderEntry) -> Void = { _ in }
  ) {
    var entry = ZipBuilderEntry(name: name, data: data)
    change(&entry)
    entries.append(entry)
  }

  /// The archive.
  package func bytes() -> [UInt8] {
    var archive = prefix
    var directory: [UInt8] = []
    let base = offsetsCountPrefix ? 0 : prefix.count
    for entry in entries {
      archive += entry.before
      let offset = UInt32(archive.count - base)
      archive += entry.localBytes()
      directory += entry.centralBytes(at: offset)
    }
    archive += beforeDirectory
    let directoryOffset = archive.count - base
    archive += directory + afterDirectory
    let listed = entries.reduce(0) { $0 + $1.listings }
    if let zip64 {
      archive += zip64Bytes(
        zip64, count: listed, directorySize: directory.count, directoryOffset: directoryOffset,
        position: archive.count - base)
    }
    return archive + endBytes(count: listed, directorySize: directory.count, directoryOffset: directoryOffset)
      + suffix
  }

  private func endBytes(count: Int, directorySize: Int, directoryOffset: Int) -> [UInt8] {
    guard end.isWritten else { return [] }
    var record = fixed(UInt32(0x0605_4b50)) + fixed(end.disk) + fixed(end.directoryDisk)
    record += fixed(end.entriesOnDisk ?? end.entryCount ?? UInt16(truncatingIfNeeded: count))
    record += fixed(end.entryCount ?? UInt16(truncatingIfNeeded: count))
    record += fixed(end.directorySize ?? UInt32(directorySize))
    record += fixed(end.directoryOffset ?? UInt32(directoryOffset))
    record += fixed(end.commentLength ?? UInt16(end.comment.count))
    return record + end.comment
  }

  private func zip64Bytes(
    _ fields: Zip64Fields, count: Int, directorySize: Int, directoryOffset: Int, position: Int
  ) -> [UInt8] {
    let count = fields.entryCount ?? UInt64(count)
    var record = fixed(UInt32(0x0606_4b50)) + fixed(fields.recordSize) + fixed(UInt16(45)) + fixed(UInt16(45))
    record += fixed(UInt32(0)) + fixed(UInt32(0)) + fixed(count) + fixed(count)
    record += fixed(fields.directorySize ?? UInt64(directorySize))
    record += fixed(fields.directoryOffset ?? UInt64(directoryOffset))
    record += fixed(UInt32(0x0706_4b50)) + fixed(UInt32(0)) + fixed(fields.recordOffset ?? UInt64(position))
    return record + fixed(fields.diskCount)
  }
}
