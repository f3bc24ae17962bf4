import Cryptography
import Testing

@Suite struct HostileKeyFileTests {
  /// Files that a stranger could hand over to keep the reader busy.
  @Test(
    arguments: [
      (1 << 20, 8, 1), (2, 8, 1 << 16), (1 << 15, 8, 1), (1 << 62, 1 << 62, 1 << 62), (8_192, 8, 2_048),
    ] as [(UInt64, UInt64, UInt64)])
  func `does no work that a file should not ask for`(work: UInt64, blockSize: UInt64, parallelism: UInt64) {
    let numbers = [work, blockSize, parallelism].flatMap(KeyFileBuilder.integer)
    expect(.costRefused) { try open(KeyFileBuilder.file(scryptNumbers: numbers)) }
  }

  /// The same file with bearable numbers is only not opened by this passphrase.
  @Test func `does the work that it may ask for`() {
    let numbers = [UInt64(16), 8, 1].flatMap(KeyFileBuilder.integer)
    expect(.wrongPassphrase) { try open(KeyFileBuilder.file(scryptNumbers: numbers)) }
  }

  @Test(
    arguments: [
      ("a negative N", [0x02, 0x01, 0xff, 0x02, 0x01, 8, 0x02, 0x01, 1]),
      ("an N of 72 bits", [0x02, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x01, 8, 0x02, 0x01, 1]),
      ("no p", [0x02, 0x01, 16, 0x02, 0x01, 8]),
      ("text", [0x0c, 0x01, 16, 0x0c, 0x01, 8, 0x0c, 0x01, 1]),
    ] as [(String, [UInt8])])
  func `refuses parameters that are no numbers`(name: String, numbers: [UInt8]) {
    expect(.malformedKey) { try open(KeyFileBuilder.file(scryptNumbers: numbers)) }
  }

  /// A file is not authenticated, so that its owner has to compare the public key. What can change without effect
  /// is the byte that decrypts to the version of PKCS #8, and the padding: OpenSSL looks at neither when it is noise
  /// that happens to be well formed.
  @Test func `gives an error or another key when a byte of a file is changed`() throws {
    let key = try SigningKey.generate(.ed25519)
    let cost = try ScryptCost(work: 2, blockSize: 1, parallelism: 1)
    let der = KeyFileBuilder.der(try key.encryptedPEM(passphrase: SecretBytes(copying: "p".utf8), cost: cost))
    #expect(try open(KeyFileBuilder.pem(der)).publicKey == key.publicKey)
    var withoutEffect: Set<Int> = []
    for position in der.indices {
      for change in [UInt8(1), 0x80, 0xff] {
        var damaged = der
        damaged[position] ^= change
        do throws(CryptographyError) {
          if try open(KeyFileBuilder.pem(damaged)).publicKey == key.publicKey {
            withoutEffect.insert(position)
          }
        } catch {
          #expect([.wrongPassphrase, .malformedKey, .unsupportedKey, .costRefused].contains(error.code))
        }
      }
      expect(.malformedKey) { try open(KeyFileBuilder.pem(Array(der[..<position]))) }
    }
    let padding = der.count - 16..<der.count
    let version = der.count - 64 - 2 - 16 + 4
    #expect(withoutEffect.subtracting(padding).subtracting([version]) == [])
    expect(.malformedKey) { try open(KeyFileBuilder.pem(der + [0])) }
  }

  private func open(_ pem: String) throws(CryptographyError) -> SigningKey {
    try SigningKey(encryptedPEM: pem, passphrase: SecretBytes(copying: "p".utf8))
  }
}
