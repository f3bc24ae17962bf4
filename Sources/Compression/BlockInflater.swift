import CDeflate

/// Undoes raw deflate (RFC 1951) with libdeflate, a whole stream at a time: more than twice as fast as piece by piece.
package struct BlockInflater: ~Copyable {
  /// What a stream turned out to be.
  package enum Outcome: Sendable, Hashable {
    /// Complete: it took so many bytes of the input and gave so many of output.
    case complete(used: Int, written: Int)
    /// It unpacks to more than there is room for.
    case tooLong
    /// The input is not deflate data, or ends in the middle of it.
    case corrupt
  }

  private let decompressor: OpaquePointer

  /// Throws `out_of_memory`.
  package init() throws(CompressionError) {
    guard let decompressor = libdeflate_alloc_decompressor() else { throw .outOfMemory(to: "unpack") }
    self.decompressor = decompressor
  }

  deinit { libdeflate_free_decompressor(decompressor) }

  /// Unpacks the stream at the start of `input` into `output`.
  package mutating func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Outcome {
    var (used, written) = (0, 0)
    let result = libdeflate_deflate_decompress_ex(
      decompressor, input.baseAddress, input.count, output.baseAddress, output.count, &used, &written)
    switch result {
    case LIBDEFLATE_SUCCESS: return .complete(used: used, written: written)
    case LIBDEFLATE_INSUFFICIENT_SPACE: return .tooLong
    // LIBDEFLATE_SHORT_OUTPUT is only given to callers that do not ask how much was written.
    default: return .corrupt
    }
  }
}
