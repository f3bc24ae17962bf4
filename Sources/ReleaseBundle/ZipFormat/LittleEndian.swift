/// The numbers of a zip's records, which are little-endian, at fixed places of a record whose length was checked.
extension ArraySlice<UInt8> {
  /// The 16-bit number `offset` bytes into the record.
  func uint16(_ offset: Int) -> UInt16 { number(offset) }

  /// The 32-bit number `offset` bytes into the record.
  func uint32(_ offset: Int) -> UInt32 { number(offset) }

  /// The 64-bit number `offset` bytes into the record.
  func uint64(_ offset: Int) -> UInt64 { number(offset) }

  private func number<Value: FixedWidthInteger & UnsignedInteger>(_ offset: Int) -> Value {
    let first = startIndex + offset
    var value: Value = 0
    for byte in self[first..<first + MemoryLayout<Value>.size].reversed() {
      value = value << 8 | Value(byte)
    }
    return value
  }
}

/// The bytes of a number, lowest first.
func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}
