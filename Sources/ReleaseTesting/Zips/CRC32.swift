/// The CRC-32 of zip files, not by the implementation that it tests.
func crc32(of bytes: some Sequence<UInt8>) -> UInt32 {
  ~bytes.reduce(0xFFFF_FFFF as UInt32) { crc, byte in
    crc >> 8 ^ crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
  }
}

private let crcTable: [UInt32] = (0..<256).map { index in
  (0..<8).reduce(UInt32(index)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
}
