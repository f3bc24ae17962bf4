import Cryptography
import ReleaseTesting
import Testing

@Suite struct EncryptedPEMTests {
  private static let word = "correct horse battery staple"
  private static let schemes = [SignatureScheme.ed25519, .ecdsaP256SHA256]

  private let openssl: OpenSSLCommand

  init() throws {
    openssl = try OpenSSLCommand()
    try openssl.folder.write(Self.word.utf8, to: "passphrase")
  }

  @Test(arguments: schemes)
  func `openssl reads what this writes`(scheme: SignatureScheme) throws {
    let key = try SigningKey.generate(scheme)
    try openssl.folder.write(key.encryptedPEM(passphrase: passphrase()).utf8, to: "ours.pem")
    let published = try openssl("pkey -in ours.pem -passin file:passphrase -pubout")
    #expect(String(decoding: published, as: UTF8.self) == key.publicKey.spkiPEM)
    let parameters = String(decoding: try openssl("asn1parse -in ours.pem"), as: UTF8.self)
    for name in ["PBES2", "scrypt", "aes-256-cbc"] { #expect(parameters.contains(name)) }
  }

  @Test(arguments: [
    "genpkey -algorithm ED25519", "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256",
  ])
  func `this reads what openssl writes`(generate: String) throws {
    try openssl("\(generate) -out plain.pem")
    try openssl("pkcs8 -topk8 -scrypt -in plain.pem -out theirs.pem -passout file:passphrase")
    let key = try SigningKey(encryptedPEM: openssl.text("theirs.pem"), passphrase: passphrase())
    #expect(
      key.publicKey.spkiPEM == String(decoding: try openssl("pkey -in plain.pem -pubout"), as: UTF8.self))
    #expect(try key.publicKey.isValid(key.sign([1]), for: [1]))
  }

  @Test(arguments: schemes)
  func `gives back the key that was encrypted`(scheme: SignatureScheme) throws {
    let key = try SigningKey.generate(scheme)
    let pem = try key.encryptedPEM(passphrase: passphrase(), cost: cheap())
    let back = try SigningKey(encryptedPEM: pem, passphrase: passphrase())
    #expect(try key.publicKey.isValid(back.sign([1]), for: [1]))
    #expect(try key.encryptedPEM(passphrase: passphrase(), cost: cheap()) != pem)
  }

  /// One wrong passphrase in 256 gets past the padding, and must not look like a damaged file.
  @Test(arguments: schemes)
  func `tells a wrong passphrase from everything else`(scheme: SignatureScheme) throws {
    let pem = try SigningKey.generate(scheme).encryptedPEM(passphrase: passphrase(), cost: cheap())
    for number in 0..<2_000 {
      let wrong = SecretBytes(copying: "\(number)".utf8)
      expect(.wrongPassphrase) { try SigningKey(encryptedPEM: pem, passphrase: wrong) }
    }
    expect(.wrongPassphrase) { try SigningKey(encryptedPEM: pem, passphrase: SecretBytes(copying: [])) }
  }

  @Test func `refuses to encrypt with nothing`() throws {
    let key = try SigningKey.generate(.ed25519)
    expect(.emptyPassphrase) { try key.encryptedPEM(passphrase: SecretBytes(copying: [])) }
  }

  @Test(arguments: [
    ("PBKDF2", "pkcs8 -topk8 -v2 aes-256-cbc -in plain.pem", CryptographyError.Code.unsupportedKey),
    ("PKCS #5 v1.5", "pkcs8 -topk8 -v1 PBE-SHA1-3DES -in plain.pem", .unsupportedKey),
    ("another cipher", "pkcs8 -topk8 -scrypt -v2 aes-128-cbc -in plain.pem", .unsupportedKey),
    ("an old header", "ec -aes256 -in plain.pem", .unsupportedKey),
    ("RSA", "pkcs8 -topk8 -scrypt -in rsa.pem", .unsupportedKey),
    ("another curve", "pkcs8 -topk8 -scrypt -in p384.pem", .unsupportedKey),
  ])
  func `refuses other encryptions and other keys`(
    name: String, convert: String, code: CryptographyError.Code
  ) throws {
    try openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out plain.pem")
    try openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out p384.pem")
    try openssl("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rsa.pem")
    try openssl("\(convert) -out theirs.pem -passout file:passphrase")
    expect(code) { try SigningKey(encryptedPEM: openssl.text("theirs.pem"), passphrase: passphrase()) }
  }

  @Test(arguments: [
    ("genpkey -algorithm ED25519 -out file.pem", CryptographyError.Code.keyNotEncrypted),
    ("ecparam -name prime256v1 -genkey -noout -out file.pem", .keyNotEncrypted),
    ("genpkey -algorithm ED25519 -out plain.pem", .malformedKey),
  ])
  func `refuses what is not encrypted`(generate: String, code: CryptographyError.Code) throws {
    try openssl(generate)
    if code == .malformedKey { try openssl("pkey -in plain.pem -pubout -out file.pem") }
    expect(code) { try SigningKey(encryptedPEM: openssl.text("file.pem"), passphrase: passphrase()) }
  }

  private func passphrase() -> SecretBytes { SecretBytes(copying: Self.word.utf8) }

  private func cheap() throws -> ScryptCost { try ScryptCost(work: 16, blockSize: 1, parallelism: 1) }
}
