import Compression
import ReleaseModel

/// Reads the data of entries, one after the other, and believes nothing: every byte is counted, and CRC, length and end
/// of the data must be as the directory says.
struct EntryDecoder: ~Copyable {
  /// How much is read and unpacked at once of an entry that is too long for a block.
  static let pieceBytes = 256 << 10
  /// How long, packed and unpacked, an entry may be to be unpacked in one block: nearly all of web bundles are shorter.
  private static let blockBytes: UInt64 = 8 << 20

  private let blockBytes: UInt64
  let file: ArchiveFile
  var input = ByteBuffer(count: pieceBytes)
  var output = ByteBuffer(count: pieceBytes)
  var blocks: BlockInflater
  var pieces: StreamInflater

  /// What an entry's data turned out to be.
  enum Outcome: Sendable {
    /// As declared; the digest is that of the unpacked bytes.
    case sound(Digest)
    /// Something else.
    case refused(BundleFindingCode, String)
  }

  /// Reads from `file`; entries of up to `blockBytes` in one block.
  init(_ file: ArchiveFile, blockBytes: UInt64 = blockBytes) throws(BundleError) {
    let blocks = try BundleError.mapping { () throws(CompressionError) in try BlockInflater() }
    let pieces = try BundleError.mapping { () throws(CompressionError) in try StreamInflater() }
    self.blockBytes = blockBytes
    self.file = file
    self.blocks = blocks
    self.pieces = pieces
  }

  /// Unpacks an entry and hands its bytes to `sink` as they come, never more than were declared. They are only to be
  /// used once the outcome is known to be sound.
  mutating func decode(
    _ entry: ZipEntry, to sink: (UnsafeRawBufferPointer) throws(BundleError) -> Void
  ) throws(BundleError) -> Outcome {
    var unpacked = UnpackedBytes(declared: entry.unpackedSize)
    let objection =
      switch entry.method {
      case .stored: try copy(entry, &unpacked, to: sink)
      case .deflated where max(entry.packedSize, entry.unpackedSize) <= blockBytes:
        try inflateBlock(entry, &unpacked, to: sink)
      case .deflated: try inflatePieces(entry, &unpacked, to: sink)
      }
    if let objection { return objection }
    guard unpacked.count == entry.unpackedSize else {
      return .refused(
        .sizeMismatch, "the data unpacks to \(unpacked.count) bytes, the directory says \(entry.unpackedSize)"
      )
    }
    guard unpacked.crc32 == entry.crc32 else {
      return .refused(
        .crcMismatch, "the data does not have the CRC that the directory says; transfer or make it again")
    }
    return .sound(unpacked.digest())
  }

  private mutating func copy(
    _ entry: ZipEntry, _ unpacked: inout UnpackedBytes,
    to sink: (UnsafeRawBufferPointer) throws(BundleError) -> Void
  ) throws(BundleError) -> Outcome? {
    var offset = entry.dataOffset
    let end = entry.dataOffset + entry.packedSize
    while offset < end {
      let piece = try read(upTo: end, at: &offset)
      guard unpacked.add(piece) else { return Self.tooLong(entry) }
      try sink(piece)
    }
    return nil
  }

  /// Reads the next piece of what ends at `end`, and moves `offset` behind it.
  mutating func read(upTo end: UInt64, at offset: inout UInt64) throws(BundleError) -> UnsafeRawBufferPointer
  {
    let piece = UnsafeMutableRawBufferPointer(
      rebasing: input.bytes.prefix(Int(min(end - offset, UInt64(Self.pieceBytes)))))
    try file.read(into: piece, at: offset)
    offset += UInt64(piece.count)
    return UnsafeRawBufferPointer(piece)
  }

  static func tooLong(_ entry: ZipEntry) -> Outcome {
    .refused(
      .sizeMismatch, "the data unpacks to more than the \(entry.unpackedSize) bytes that the directory says")
  }
}
