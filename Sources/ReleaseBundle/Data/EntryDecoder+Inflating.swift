import Compression

extension EntryDecoder {
  /// Unpacks an entry as a whole.
  mutating func inflateBlock(
    _ entry: ZipEntry, _ unpacked: inout UnpackedBytes,
    to sink: (UnsafeRawBufferPointer) throws(BundleError) -> Void
  ) throws(BundleError) -> Outcome? {
    let (packedSize, unpackedSize) = (Int(entry.packedSize), Int(entry.unpackedSize))
    input.reserve(packedSize)
    output.reserve(unpackedSize)
    let packed = UnsafeMutableRawBufferPointer(rebasing: input.bytes.prefix(packedSize))
    let room = UnsafeMutableRawBufferPointer(rebasing: output.bytes.prefix(unpackedSize))
    try file.read(into: packed, at: entry.dataOffset)
    switch blocks.unpack(UnsafeRawBufferPointer(packed), into: room) {
    case .tooLong: return Self.tooLong(entry)
    case .corrupt: return Self.corrupt
    case .complete(let used, let written):
      let piece = UnsafeRawBufferPointer(rebasing: room.prefix(written))
      guard unpacked.add(piece) else { return Self.tooLong(entry) }
      if written > 0 { try sink(piece) }
      return used == packedSize ? nil : Self.endsEarly(entry)
    }
  }

  /// Unpacks an entry in constant memory.
  mutating func inflatePieces(
    _ entry: ZipEntry, _ unpacked: inout UnpackedBytes,
    to sink: (UnsafeRawBufferPointer) throws(BundleError) -> Void
  ) throws(BundleError) -> Outcome? {
    pieces.reset()
    var offset = entry.dataOffset
    let end = entry.dataOffset + entry.packedSize
    while true {
      if pieces.unusedInput == 0, offset < end { pieces.give(try read(upTo: end, at: &offset)) }
      let (step, count) = try BundleError.mapping { () throws(CompressionError) in
        try pieces.step(into: output.bytes)
      }
      let piece = UnsafeRawBufferPointer(rebasing: output.bytes.prefix(count))
      guard unpacked.add(piece) else { return Self.tooLong(entry) }
      if count > 0 { try sink(piece) }
      switch step {
      case .more: continue
      case .corrupt: return Self.corrupt
      case .end: return pieces.unusedInput == 0 && offset == end ? nil : Self.endsEarly(entry)
      }
    }
  }

  private static var corrupt: Outcome {
    .refused(.corruptData, "the packed data is damaged; transfer or make the archive again")
  }

  private static func endsEarly(_ entry: ZipEntry) -> Outcome {
    .refused(
      .sizeMismatch, "the packed data ends before the \(entry.packedSize) bytes that it should have")
  }
}
