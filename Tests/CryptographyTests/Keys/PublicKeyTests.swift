import Cryptography
import Testing

@Suite struct PublicKeyTests {
  static let edwards = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
    -----END PUBLIC KEY-----

    """

  @Test func `reads what it writes`() throws {
    let raw = bytes("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    let key = try PublicKey(ed25519: raw)
    #expect(key.spkiPEM == Self.edwards)
    #expect(try PublicKey(spkiPEM: key.spkiPEM, scheme: .ed25519) == key)
    #expect(try PublicKey(spkiDER: key.spkiDER, scheme: .ed25519) == key)
  }

  @Test(arguments: [
    ("P-256", SignatureScheme.ecdsaP256SHA256, "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256"),
    ("RSA", .rsaPSSSHA256, "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048"),
    ("Ed25519", .ed25519, "genpkey -algorithm ED25519"),
  ])
  func `reads and writes keys exactly as openssl does`(
    name: String, scheme: SignatureScheme, generate: String
  ) throws {
    let openssl = try OpenSSLCommand()
    try openssl("\(generate) -out private.pem")
    try openssl("pkey -in private.pem -pubout -out public.pem")
    let pem = try openssl.text("public.pem")
    let key = try PublicKey(spkiPEM: pem, scheme: scheme)
    #expect(key.spkiPEM == pem)
    #expect(key.spkiDER == (try openssl("pkey -pubin -in public.pem -outform DER")))
    #expect((key.rawEd25519 == nil) == (scheme != .ed25519))
  }

  @Test func `one key under two texts is one key`() throws {
    let texts = [
      Self.edwards, Self.edwards.replacing("\n", with: "\r\n"),
      "\n \n" + Self.edwards.replacing("11qY", with: "\n11qY"),
      String(Self.edwards.dropLast()), Self.edwards + "\n\n",
    ]
    let keys = try texts.map { try PublicKey(spkiPEM: $0, scheme: .ed25519) }
    #expect(Set(keys).count == 1)
  }

  @Test func `a point is the same key as its encoding with the curve`() throws {
    let key = try SigningKey.generate(.ecdsaP256SHA256).publicKey
    #expect(try PublicKey(p256: Array(key.spkiDER.suffix(65))) == key)
    expect(.malformedKey) { try PublicKey(p256: Array(key.spkiDER.suffix(64))) }
    expect(.malformedKey) { try PublicKey(p256: [2] + key.spkiDER.suffix(64)) }
  }

  @Test func `refuses a point that is not on the curve`() {
    expect(.malformedKey) { try PublicKey(p256: [4] + [UInt8](repeating: 1, count: 64)) }
    expect(.malformedKey) { try PublicKey(p256: [4] + [UInt8](repeating: 0, count: 64)) }
    expect(.malformedKey) { try PublicKey(p256: [4] + [UInt8](repeating: 0xff, count: 64)) }
  }

  @Test(arguments: [
    ("text before it", "key:\n" + edwards),
    ("text after it", edwards + "and more"),
    ("a second key", edwards + edwards),
    ("no end", edwards.replacing("-----END PUBLIC KEY-----", with: "")),
    ("another end", edwards.replacing("END PUBLIC", with: "END EXCELLENT")),
    ("nothing in it", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n"),
    ("no text at all", ""),
    ("bad base64", edwards.replacing("MCow", with: "MC*w")),
    ("incomplete base64", edwards.replacing("URo=", with: "URo")),
    ("padding in the middle", edwards.replacing("MCow", with: "MC==")),
    ("a certificate's label", edwards.replacing("PUBLIC KEY", with: "CERTIFICATE")),
    ("a character that looks like one", edwards.replacing("PUBLIC", with: "PUBLІC")),
  ])
  func `refuses text that is not one PEM block`(name: String, pem: String) {
    expect(.malformedKey) { try PublicKey(spkiPEM: pem, scheme: .ed25519) }
  }

  @Test func `refuses bytes after the key, and a key that is cut short`() throws {
    for scheme in [SignatureScheme.ed25519, .ecdsaP256SHA256] {
      let der = try SigningKey.generate(scheme).publicKey.spkiDER
      expect(.malformedKey) { try PublicKey(spkiDER: der + [0], scheme: scheme) }
      expect(.malformedKey) { try PublicKey(spkiDER: der.dropLast(), scheme: scheme) }
      expect(.malformedKey) { try PublicKey(spkiDER: [], scheme: scheme) }
    }
  }

  @Test(arguments: [
    ("secp384r1", SignatureScheme.ecdsaP256SHA256, "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384"),
    ("secp256k1", .ecdsaP256SHA256, "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:secp256k1"),
    (
      "P-256 with its parameters spelled out", .ecdsaP256SHA256,
      "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -pkeyopt ec_param_enc:explicit"
    ),
    ("RSA for ECDSA", .ecdsaP256SHA256, "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048"),
    ("ECDSA for RSA", .rsaPSSSHA256, "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256"),
    ("ECDSA for Ed25519", .ed25519, "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256"),
    ("X25519 for Ed25519", .ed25519, "genpkey -algorithm X25519"),
    ("Ed448 for Ed25519", .ed25519, "genpkey -algorithm ED448"),
    ("RSA-PSS with restrictions", .rsaPSSSHA256, "genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048"),
  ])
  func `refuses another kind of key`(name: String, scheme: SignatureScheme, generate: String) throws {
    let openssl = try OpenSSLCommand()
    try openssl("\(generate) -out private.pem")
    try openssl("pkey -in private.pem -pubout -out public.pem")
    expect(.unsupportedKey) { try PublicKey(spkiPEM: openssl.text("public.pem"), scheme: scheme) }
  }

  @Test(arguments: ["compressed", "hybrid"])
  func `refuses the other encodings of a point`(form: String) throws {
    let openssl = try OpenSSLCommand()
    try openssl("ecparam -name prime256v1 -genkey -noout -out private.pem")
    try openssl("ec -in private.pem -pubout -conv_form \(form) -out public.pem")
    expect(.unsupportedKey) { try PublicKey(spkiPEM: openssl.text("public.pem"), scheme: .ecdsaP256SHA256) }
  }

  @Test(arguments: [1_024, 2_040])
  func `refuses short RSA keys`(bits: Int) throws {
    let openssl = try OpenSSLCommand()
    try openssl("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:\(bits) -out private.pem")
    try openssl("pkey -in private.pem -pubout -out public.pem")
    expect(.weakKey) { try PublicKey(spkiPEM: openssl.text("public.pem"), scheme: .rsaPSSSHA256) }
  }

  @Test(arguments: [
    ("exponent 1", 256, "01", CryptographyError.Code.weakKey),
    ("even exponent", 256, "02", .weakKey),
    ("exponent of 71 bits", 256, "7f0000000000000001", .weakKey),
    ("16,384 bits", 2_048, "010001", .unsupportedKey),
  ])
  func `refuses RSA keys that protect nothing or take too long`(
    name: String, modulusByteCount: Int, exponent: String, code: CryptographyError.Code
  ) {
    let der = rsa(modulusByteCount: modulusByteCount, exponent: bytes(exponent))
    expect(code) { try PublicKey(spkiDER: der, scheme: .rsaPSSSHA256) }
  }

  @Test func `accepts an RSA key in DER, and refuses the same one in BER`() throws {
    let der = rsa(modulusByteCount: 256, exponent: [1, 0, 1])
    _ = try PublicKey(spkiDER: der, scheme: .rsaPSSSHA256)
    // The outer length in four bytes where two are enough.
    let ber = [0x30, 0x84, 0, 0] + der[2...3] + der.dropFirst(4)
    expect(.malformedKey) { try PublicKey(spkiDER: ber, scheme: .rsaPSSSHA256) }
  }

  @Test(arguments: [
    "genpkey -algorithm ED25519", "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -aes256 -pass pass:x",
    "ecparam -name prime256v1 -genkey -noout",
  ])
  func `refuses a private key, and says so`(generate: String) throws {
    let openssl = try OpenSSLCommand()
    try openssl("\(generate) -out private.pem")
    expect(.privateKeyGiven) { try PublicKey(spkiPEM: openssl.text("private.pem"), scheme: .ed25519) }
  }

  @Test func `leaves no error behind for the next caller`() throws {
    let first = #expect(throws: CryptographyError.self) {
      try PublicKey(spkiDER: [0x30, 0x03, 1, 2, 3], scheme: .ed25519)
    }
    #expect(first?.reasons.isEmpty == false)
    let error = #expect(throws: CryptographyError.self) { try PublicKey(ed25519: [1]) }
    #expect(error?.reasons == [])
  }

  private func rsa(modulusByteCount: Int, exponent: [UInt8]) -> [UInt8] {
    let modulus = [UInt8](repeating: 0xc5, count: modulusByteCount)
    let key = element(0x30, element(0x02, [0] + modulus) + element(0x02, exponent))
    let algorithm = bytes("300d06092a864886f70d0101010500")
    return element(0x30, algorithm + element(0x03, [0] + key))
  }
}
