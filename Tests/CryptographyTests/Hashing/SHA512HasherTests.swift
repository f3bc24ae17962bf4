import Cryptography
import Testing

@Suite struct SHA512HasherTests {
  /// FIPS 180-4 example values, as published by NIST.
  @Test(arguments: [
    (
      "",
      """
      cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce\
      47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e
      """
    ),
    (
      "abc",
      """
      ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
      2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
      """
    ),
  ])
  func `gives the published digests`(text: String, digest: String) {
    #expect(hexadecimal(SHA512Hasher.hash(of: text.utf8)) == digest)
  }

  @Test func `gives the same digest whatever the pieces`() {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for size in [1, 127, 128, 129, 9_999] {
      var hasher = SHA512Hasher()
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { hasher.update($0) }
      }
      #expect(hasher.finalize() == SHA512Hasher.hash(of: bytes))
    }
  }
}
