import CZlib

/// Packs bytes into raw deflate streams (RFC 1951) with zlib, one after the other, always the same way.
package struct StreamDeflater: ~Copyable {
  /// As small as zlib can: an archive is packed once and downloaded by every device.
  private static let level: Int32 = 9
  private static let memoryLevel: Int32 = 8

  // zlib keeps the stream's address, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Throws `out_of_memory`.
  package init() throws(CompressionError) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream, Self.level, Z_DEFLATED, -MAX_WBITS, Self.memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      stream.deallocate()
      throw .outOfMemory(to: "pack")
    }
    self.stream = stream
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Forgets the stream so far.
  package mutating func reset() { deflateReset(stream) }

  /// Packs `input`, and ends the stream when it is the last; `sink` gets the packed bytes by way of `output`.
  package mutating func pack<Failure: Error>(
    _ input: UnsafeRawBufferPointer, isLast: Bool, through output: UnsafeMutableRawBufferPointer,
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    // zlib's interface is older than const; it does not write to its input.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.assumingMemoryBound(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    repeat {
      stream.pointee.next_out = output.assumingMemoryBound(to: UInt8.self).baseAddress
      stream.pointee.avail_out = UInt32(output.count)
      // Cannot fail: the stream is initialised, there is room, and Z_BUF_ERROR only says that nothing was left to do.
      _ = deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
      let count = output.count - Int(stream.pointee.avail_out)
      if count > 0 { try sink(UnsafeRawBufferPointer(rebasing: output.prefix(count))) }
    } while stream.pointee.avail_out == 0
  }
}
