/// The CRC-32 of zip files, computed bit by bit: slow, and not the implementation that it tests.
func crc32(of bytes: some Sequence<UInt8>) -> UInt32 {
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 {
      crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0)
    }
  }
  return ~crc
}
