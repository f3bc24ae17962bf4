import CZlib

/// The CRC-32 of zip files (APPNOTE 4.4.7), of bytes that follow those that gave `previous`; it starts with 0.
func crc32(after previous: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
  UInt32(
    truncatingIfNeeded: crc32_z(
      UInt(previous), bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count))
}
