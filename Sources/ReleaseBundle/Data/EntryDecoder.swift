import CZlib
import Cryptography
import ReleaseModel

/// Reads the data of entries, one after the other, and believes nothing: every byte is counted, and CRC, length and end
/// of the data must be as the directory says.
struct EntryDecoder: ~Copyable {
  private static let bufferBytes = 256 << 10

  private let file: ArchiveFile
  private let input = ByteBuffer(count: bufferBytes)
  private let output = ByteBuffer(count: bufferBytes)
  private var inflater: Inflater

  /// What an entry's data turned out to be.
  enum Outcome: Sendable {
    /// As declared; the digest is that of the unpacked bytes.
    case sound(Digest)
    /// Something else.
    case refused(BundleFindingCode, String)
  }

  init(_ file: ArchiveFile) throws(BundleError) {
    self.file = file
    inflater = try Inflater()
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
      case .deflated: try inflate(entry, &unpacked, to: sink)
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
      let piece = UnsafeMutableRawBufferPointer(
        rebasing: input.bytes.prefix(Int(min(end - offset, UInt64(Self.bufferBytes)))))
      try file.read(into: piece, at: offset)
      offset += UInt64(piece.count)
      guard unpacked.add(UnsafeRawBufferPointer(piece)) else { return Self.tooLong(entry) }
      try sink(UnsafeRawBufferPointer(piece))
    }
    return nil
  }

  private mutating func inflate(
    _ entry: ZipEntry, _ unpacked: inout UnpackedBytes,
    to sink: (UnsafeRawBufferPointer) throws(BundleError) -> Void
  ) throws(BundleError) -> Outcome? {
    inflater.reset()
    var offset = entry.dataOffset
    let end = entry.dataOffset + entry.packedSize
    while true {
      if inflater.unusedInput == 0, offset < end {
        let piece = UnsafeMutableRawBufferPointer(
          rebasing: input.bytes.prefix(Int(min(end - offset, UInt64(Self.bufferBytes)))))
        try file.read(into: piece, at: offset)
        offset += UInt64(piece.count)
        inflater.give(UnsafeRawBufferPointer(piece))
      }
      let (step, count) = try inflater.step(into: output.bytes)
      let piece = UnsafeRawBufferPointer(rebasing: output.bytes.prefix(count))
      guard unpacked.add(piece) else { return Self.tooLong(entry) }
      if count > 0 { try sink(piece) }
      switch step {
      case .more: continue
      case .corrupt:
        return .refused(.corruptData, "the packed data is damaged; transfer or make the archive again")
      case .end: break
      }
      guard inflater.unusedInput == 0, offset == end else {
        return .refused(
          .sizeMismatch, "the packed data ends before the \(entry.packedSize) bytes that it should have")
      }
      return nil
    }
  }

  private static func tooLong(_ entry: ZipEntry) -> Outcome {
    .refused(
      .sizeMismatch, "the data unpacks to more than the \(entry.unpackedSize) bytes that the directory says")
  }
}
