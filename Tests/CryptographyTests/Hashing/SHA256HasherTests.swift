import Cryptography
import Testing

@Suite struct SHA256HasherTests {
  /// FIPS 180-4 example values, as published by NIST.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `gives the published digests`(text: String, digest: String) {
    #expect(hexadecimal(SHA256Hasher.hash(of: text.utf8)) == digest)
  }

  @Test func `gives the same digest whatever the pieces`() {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let whole = SHA256Hasher.hash(of: bytes)
    for size in [1, 63, 64, 65, 4_096, 99_999] {
      var hasher = SHA256Hasher()
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { hasher.update($0) }
      }
      #expect(hasher.finalize() == whole)
    }
  }

  @Test func `reads sequences that are not contiguous`() {
    let reversed = Array("cba".utf8).reversed()
    #expect(SHA256Hasher.hash(of: reversed) == SHA256Hasher.hash(of: "abc".utf8))
  }
}
