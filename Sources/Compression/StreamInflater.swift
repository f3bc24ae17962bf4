import CZlib

/// Undoes raw deflate (RFC 1951) with zlib piece by piece, in constant memory, one stream after the other.
package struct StreamInflater: ~Copyable {
  /// What one step did.
  package enum Step {
    /// There is more: give input, or room for output.
    case more
    /// The stream is complete.
    case end
    /// The input is not deflate data, or ends in the middle of it.
    case corrupt
  }

  // zlib keeps the stream's address, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Throws `out_of_memory`.
  package init() throws(CompressionError) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      throw .outOfMemory(to: "unpack")
    }
    self.stream = stream
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Forgets the stream so far.
  package mutating func reset() {
    inflateReset(stream)
    stream.pointee.avail_in = 0
  }

  /// The number of input bytes that were given and are not used yet.
  package var unusedInput: Int { Int(stream.pointee.avail_in) }

  /// Gives input, which must stay where it is until it is used; everything given before must be used already.
  package mutating func give(_ input: UnsafeRawBufferPointer) {
    // zlib's interface is older than const; it does not write to its input.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.assumingMemoryBound(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
  }

  /// Unpacks as much as there is input for, or as fits into `output`; returns what it did and how many bytes it wrote.
  package mutating func step(into output: UnsafeMutableRawBufferPointer) throws(CompressionError) -> (
    Step, Int
  ) {
    stream.pointee.next_out = output.assumingMemoryBound(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(output.count)
    let status = inflate(stream, Z_NO_FLUSH)
    let written = output.count - Int(stream.pointee.avail_out)
    switch status {
    case Z_OK: return (.more, written)
    case Z_STREAM_END: return (.end, written)
    case Z_MEM_ERROR: throw .outOfMemory(to: "unpack")
    // Z_BUF_ERROR: no progress was possible, although room was given, so the input has ended too early.
    default: return (.corrupt, written)
    }
  }
}
