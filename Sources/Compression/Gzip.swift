import CDeflate

/// Packs bytes into a gzip file (RFC 1952) without a name or a time, so that the same bytes always give the same file.
package enum Gzip {
  private static let level: Int32 = 6

  /// The file; nil when there is no memory for it, or it would not be shorter than `limit` bytes.
  package static func pack(_ bytes: UnsafeRawBufferPointer, below limit: Int) -> [UInt8]? {
    guard let compressor = libdeflate_alloc_compressor(level) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let packed = [UInt8](unsafeUninitializedCapacity: limit) { target, count in
      // 0 when it does not fit.
      count = libdeflate_gzip_compress(
        compressor, bytes.baseAddress, bytes.count, target.baseAddress, target.count)
    }
    return packed.isEmpty ? nil : packed
  }
}
