import Compression

/// Writes an archive, file by file, to a new file.
///
/// Sizes are known before a header is written, so nothing is streamed; the limits keep every number within 32 bits, so
/// zip64 is not needed.
struct ArchiveWriter: ~Copyable {
  private static let bufferBytes = 256 << 10

  private let maximumBytes: UInt64
  private let input = ByteBuffer(count: bufferBytes)
  private let packed = ByteBuffer(count: bufferBytes)
  private var deflater: StreamDeflater
  private var entries: [PackedEntry] = []
  /// Where the next entry starts.
  private var offset: UInt64 = 0

  /// Writes at most `maximumBytes`.
  init(maximumBytes: UInt64) throws(BundleError) {
    self.maximumBytes = maximumBytes
    deflater = try BundleError.mapping { () throws(CompressionError) in try StreamDeflater() }
  }

  /// Adds a file: deflated, or stored when that is not longer.
  mutating func add(
    _ source: borrowing SourceFile, named name: EntryName, to output: borrowing WritableFile
  ) throws(BundleError) {
    let dataOffset = offset + PackedEntry.localHeaderSize(of: name)
    let deflated = try deflate(source, to: output, at: dataOffset)
    let isSmaller = deflated.packedSize < deflated.unpackedSize
    let written = isSmaller ? deflated : try store(source, to: output, at: dataOffset)
    guard written.crc32 == deflated.crc32 else { throw source.changed }
    let end = dataOffset + written.packedSize
    guard end <= maximumBytes else {
      let detail = "with this file the archive has \(end) bytes; at most \(maximumBytes) are allowed"
      let finding = BundleFinding(
        code: .archiveTooLarge, severity: .error, entry: name.shown, detail: detail)
      throw BundleError(
        .bundleRejected, "the folder does not fit into a bundle: \(finding)", findings: [finding])
    }
    let entry = PackedEntry(
      name: name, method: isSmaller ? .deflated : .stored, crc32: written.crc32,
      packedSize: UInt32(written.packedSize), unpackedSize: UInt32(written.unpackedSize),
      localOffset: UInt32(offset))
    try output.write(entry.localHeader, at: offset)
    entries.append(entry)
    offset = end
  }

  /// Writes the directory and the end record, which end the archive.
  consuming func finish(_ output: borrowing WritableFile) throws(BundleError) {
    let directory = entries.flatMap(\.centralRecord)
    let count = UInt16(entries.count)
    var record = littleEndian(EndRecord.signature) + littleEndian(UInt32(0)) + littleEndian(count)
    record += littleEndian(count) + littleEndian(UInt32(directory.count)) + littleEndian(UInt32(offset))
    record += littleEndian(UInt16(0))
    try output.write(directory + record, at: offset)
    // A file that was deflated in vain and then stored may have left bytes after its end.
    try output.setLength(offset + UInt64(directory.count + record.count))
  }

  /// What was read from a file, and how many bytes of it were written.
  private struct WrittenData {
    var crc32: UInt32 = 0
    var packedSize: UInt64 = 0
    var unpackedSize: UInt64 = 0
  }

  private mutating func deflate(
    _ source: borrowing SourceFile, to output: borrowing WritableFile, at start: UInt64
  ) throws(BundleError) -> WrittenData {
    var written = WrittenData()
    func append(_ piece: UnsafeRawBufferPointer) throws(BundleError) {
      try output.write(piece, at: start + written.packedSize)
      written.packedSize += UInt64(piece.count)
    }
    deflater.reset()
    try source.read(through: input) { bytes throws(BundleError) in
      written.crc32 = Compression.crc32(after: written.crc32, bytes)
      written.unpackedSize += UInt64(bytes.count)
      try deflater.pack(bytes, isLast: false, through: packed.bytes, to: append)
    }
    try deflater.pack(
      UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, through: packed.bytes, to: append)
    return written
  }

  private func store(
    _ source: borrowing SourceFile, to output: borrowing WritableFile, at start: UInt64
  ) throws(BundleError) -> WrittenData {
    var written = WrittenData()
    try source.read(through: input) { bytes throws(BundleError) in
      written.crc32 = Compression.crc32(after: written.crc32, bytes)
      try output.write(bytes, at: start + written.unpackedSize)
      written.unpackedSize += UInt64(bytes.count)
    }
    written.packedSize = written.unpackedSize
    return written
  }
}
