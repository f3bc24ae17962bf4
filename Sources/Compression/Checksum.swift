import CDeflate

/// The CRC-32 of zip and gzip files (RFC 1952, 8), of bytes that follow those that gave `previous`; it starts with 0.
package func crc32(after previous: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
  // Without an address, libdeflate would start anew.
  bytes.isEmpty ? previous : libdeflate_crc32(previous, bytes.baseAddress, bytes.count)
}
