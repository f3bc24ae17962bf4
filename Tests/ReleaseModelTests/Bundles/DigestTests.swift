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
  ])
  func `hash null, base64, upper case or of another length is refused`(text: String) throws {
    #expect(try codes { _ = try Digest(parsing: text) } == ["invalid_digest"])
  }

  @Test(arguments: [0, 31, 33])
  func `takes 32 bytes only`(count: Int) {
    #expect(Digest(bytes: [UInt8](repeating: 0, count: count)) == nil)
  }
}
