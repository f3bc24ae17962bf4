import Cryptography
import ReleaseTesting
import Testing

@Suite struct PlainPEMTests {
  private let openssl: OpenSSLCommand

  init() throws { openssl = try OpenSSLCommand() }

  @Test(arguments: [
    ("PKCS #8 Ed25519", "genpkey -algorithm ED25519 -out plain.pem"),
    ("PKCS #8 P-256", "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out plain.pem"),
    ("SEC 1", "ecparam -name prime256v1 -genkey -noout -out plain.pem"),
    ("SEC 1 behind its parameters", "ecparam -name prime256v1 -genkey -out plain.pem"),
  ])
  func `reads what openssl writes`(name: String, generate: String) throws {
    try openssl(generate)
    let key = try open("plain.pem")
    #expect(
      key.publicKey.spkiPEM == String(decoding: try openssl("pkey -in plain.pem -pubout"), as: UTF8.self))
    #expect(try key.publicKey.isValid(key.sign([1]), for: [1]))
  }

  @Test(arguments: [
    (
      "encrypted", "genpkey -algorithm ED25519 -aes256 -pass pass:secret -out it.pem",
      CryptographyError.Code.keyEncrypted
    ),
    ("RSA", "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out it.pem", .unsupportedKey),
    ("another curve", "ecparam -name secp384r1 -genkey -noout -out it.pem", .unsupportedKey),
    ("X25519", "genpkey -algorithm X25519 -out it.pem", .unsupportedKey),
  ])
  func `refuses other keys`(name: String, generate: String, code: CryptographyError.Code) throws {
    try openssl(generate)
    expect(code) { try open("it.pem") }
  }

  @Test(arguments: [
    ("a public key", PublicKeyTests.edwards),
    ("nothing", ""),
    ("parameters only", "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"),
    ("noise", "-----BEGIN PRIVATE KEY-----\nMCowBQYDK2VwAyEA\n-----END PRIVATE KEY-----\n"),
  ])
  func `refuses what is no private key`(name: String, text: String) {
    expect(.malformedKey) { try SigningKey(plainPEM: SecretBytes(copying: text.utf8)) }
  }

  /// SEC 1 carries both halves; a file that pairs one's with another's would sign what nobody can verify.
  @Test func `refuses halves that do not belong together`() throws {
    try openssl("ecparam -name prime256v1 -genkey -noout -out plain.pem")
    let own = try open("plain.pem").publicKey.spkiDER.suffix(64)
    let other = try SigningKey.generate(.ecdsaP256SHA256).publicKey.spkiDER.suffix(64)
    let der = try openssl("ec -in plain.pem -outform DER")
    try openssl.folder.write(der.dropLast(own.count) + other, to: "mixed.der")
    try openssl("base64 -in mixed.der -out mixed.base64")
    let text =
      "-----BEGIN EC PRIVATE KEY-----\n\(try openssl.text("mixed.base64"))-----END EC PRIVATE KEY-----\n"
    #expect(Array(der.suffix(own.count)) == Array(own))
    expect(.malformedKey) { try SigningKey(plainPEM: SecretBytes(copying: text.utf8)) }
  }

  private func open(_ name: String) throws -> SigningKey {
    try SigningKey(plainPEM: SecretBytes(copying: openssl.folder.read(name)))
  }
}
