/// The bytes as lower-case hexadecimal characters, two for each byte.
package func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
  let digits: StaticString = "0123456789abcdef"
  return String(unsafeUninitializedCapacity: 2 * bytes.count) { buffer in
    for (index, byte) in bytes.enumerated() {
      buffer[2 * index] = digits.utf8Start[Int(byte >> 4)]
      buffer[2 * index + 1] = digits.utf8Start[Int(byte & 15)]
    }
    return 2 * bytes.count
  }
}
