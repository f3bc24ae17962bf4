import Cryptography
import ReleaseTesting
import Testing

@Suite struct ECDSATests {
  private let key: SigningKey
  private let message = [UInt8]("a message".utf8)
  private let signature: ECDSASignature

  init() throws {
    key = try SigningKey.generate(.ecdsaP256SHA256)
    signature = try ECDSASignature(der: key.sign(message))
  }

  /// The key and the signature of RFC 6979, A.2.5, for "sample" with SHA-256.
  @Test func `accepts a published signature`() throws {
    let key = try PublicKey(
      p256: bytes(
        """
        0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6\
        7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299
        """))
    let signature = ECDSASignature(
      r: bytes("efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"),
      s: bytes("f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"))
    #expect(try key.isValid(signature.der, for: Array("sample".utf8)))
    #expect(try !key.isValid(signature.der, for: Array("simple".utf8)))
  }

  /// A way to write a signature down that is wrong.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let encode: @Sendable (ECDSASignature) -> [UInt8]

    init(_ name: String, _ encode: @escaping @Sendable (ECDSASignature) -> [UInt8]) {
      testDescription = name
      self.encode = encode
    }
  }

  @Test(arguments: [
    Mistake("no bytes") { _ in [] },
    Mistake("a byte after it") { $0.der + [0] },
    Mistake("a byte after s, inside") { element(0x30, $0.integers + [0]) },
    Mistake("a third number") { element(0x30, $0.integers + element(2, [1])) },
    Mistake("a length in long form") { [0x30, 0x81, UInt8($0.integers.count)] + $0.integers },
    Mistake("no length") { [0x30, 0x80] + $0.integers + [0, 0] },
    Mistake("cut short") { $0.der.dropLast() },
    Mistake("only r") { element(0x30, $0.encodedR) },
    Mistake("r with a zero too many") {
      element(0x30, element(2, [0] + $0.encodedR.dropFirst(2)) + $0.encodedS)
    },
    Mistake("r and s side by side") { $0.raw },
    Mistake("a SET") { element(0x31, $0.integers) },
  ])
  func `takes only DER`(mistake: Mistake) throws {
    #expect(try key.publicKey.isValid(signature.der, for: message))
    #expect(try !key.publicKey.isValid(mistake.encode(signature), for: message))
  }

  @Test(arguments: [
    Mistake("r is 0") { ECDSASignature(r: [0], s: $0.s).der },
    Mistake("s is 0") { ECDSASignature(r: $0.r, s: [0]).der },
    Mistake("both are 0") { _ in ECDSASignature(r: [0], s: [0]).der },
    Mistake("r is the order") { ECDSASignature(r: ECDSASignature.order, s: $0.s).der },
    Mistake("s is the order") { ECDSASignature(r: $0.r, s: ECDSASignature.order).der },
    Mistake("r and s are swapped") { ECDSASignature(r: $0.s, s: $0.r).der },
    Mistake("r is negative") { element(0x30, element(2, [0xff] + $0.r) + $0.encodedS) },
    Mistake("s is negative") { element(0x30, $0.encodedR + element(2, [0xff] + $0.s)) },
    Mistake("r has 40 bytes") { ECDSASignature(r: [UInt8](repeating: 1, count: 40), s: $0.s).der },
    Mistake("both are 1") { _ in ECDSASignature(r: [1], s: [1]).der },
  ])
  func `refuses numbers that are out of range or wrong`(mistake: Mistake) throws {
    #expect(try !key.publicKey.isValid(mistake.encode(signature), for: message))
  }

  @Test func `refuses another key's signature`() throws {
    let other = try SigningKey.generate(.ecdsaP256SHA256)
    #expect(try !other.publicKey.isValid(signature.der, for: message))
  }

  @Test func `signs what openssl accepts, and accepts what openssl signs`() throws {
    let openssl = try OpenSSLCommand()
    try openssl.folder.write(message, to: "message")
    try openssl.folder.write(key.sign(message), to: "ours")
    try openssl.folder.write(key.publicKey.spkiPEM.utf8, to: "public.pem")
    try openssl("dgst -sha256 -verify public.pem -signature ours message")

    try openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out private.pem")
    try openssl("pkey -in private.pem -pubout -out theirs.pem")
    let theirs = try PublicKey(spkiPEM: openssl.text("theirs.pem"), scheme: .ecdsaP256SHA256)
    let signed = try openssl("dgst -sha256 -sign private.pem message")
    #expect(try theirs.isValid(signed, for: message))
  }
}
