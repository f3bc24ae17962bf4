import ReleaseModel
import Testing

@Suite struct DigestTests {
  static let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  @Test func `reads and writes 64 lower-case hexadecimal characters`() throws {
    let digest = try Digest(parsing: Self.text)
    #expect(digest.description == Self.text)
    #expect(digest.bytes.first == 0xba && digest.bytes.last == 0xad)
    #expect(Digest(bytes: digest.bytes) == digest)
  }

  @Test(arguments: [
    "", "null", Self.text.uppercased(), String(Self.text.dropLast()), Self.text + "0", "sha256:" + Self.text,
    "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", " " + Self.text.dropFirst(), Self.text.dropLast() + "g",
    // The same text by MD5, SHA-1 and SHA-512.
    "900150983cd24fb0d6963f7d28e17f72", "a9993e364706816aba3e25717850c26c9cd0d89d",
    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
      + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
  ])
  func `hash null, base64, upper case, wrong algorithm: each is refused`(text: String) throws {
    #expect(try codes { _ = try Digest(parsing: text) } == ["invalid_digest"])
  }

  @Test(arguments: [0, 31, 33])
  func `takes 32 bytes only`(count: Int) {
    #expect(Digest(bytes: [UInt8](repeating: 0, count: count)) == nil)
  }
}
