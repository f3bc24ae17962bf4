import Cryptography
import Testing

@Suite struct ScryptCostTests {
  @Test(
    arguments: [
      (16_384, 8, 1), (16_384, 8, 5), (2, 1, 1), (32_768, 1, 1), (16_384, 8, 32),
    ] as [(UInt64, UInt64, UInt64)])
  func `accepts what OpenSSL reads in bearable time`(work: UInt64, blockSize: UInt64, parallelism: UInt64)
    throws
  {
    let cost = try ScryptCost(work: work, blockSize: blockSize, parallelism: parallelism)
    let key = try SigningKey.generate(.ed25519)
    let passphrase = SecretBytes(copying: "p".utf8)
    let pem = try key.encryptedPEM(passphrase: passphrase, cost: cost)
    #expect(try SigningKey(encryptedPEM: pem, passphrase: passphrase).publicKey == key.publicKey)
  }

  @Test(
    arguments: [
      ("N is no power of two", 16_383, 8, 1), ("N is 1", 1, 8, 1), ("N is 0", 0, 8, 1),
      ("r is 0", 16_384, 0, 1),
      ("p is 0", 16_384, 8, 0), ("N is too large for r", 65_536, 1, 1), ("32 MiB and a little", 32_768, 8, 1),
      ("a gigabyte", 1 << 20, 8, 1), ("minutes", 8_192, 8, 1_024),
      ("more than fits", .max, .max, .max), ("r alone", 2, 1 << 20, 1),
      ("a power of two that is too large", 1 << 63, 1, 1),
    ] as [(String, UInt64, UInt64, UInt64)])
  func `refuses what is no scrypt or too much of it`(
    why: String, work: UInt64, blockSize: UInt64, parallelism: UInt64
  ) {
    expect(.costRefused) { try ScryptCost(work: work, blockSize: blockSize, parallelism: parallelism) }
  }
}
