import Cryptography
import ReleaseTesting
import Testing

@Suite struct RSAPSSTests {
  private static let pss = "-sigopt rsa_padding_mode:pss"

  private let openssl: OpenSSLCommand
  private let key: PublicKey
  private let message = [UInt8]("a message".utf8)

  init() throws {
    openssl = try OpenSSLCommand()
    try openssl("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out private.pem")
    try openssl("pkey -in private.pem -pubout -out public.pem")
    try openssl.folder.write(message, to: "message")
    key = try PublicKey(spkiPEM: openssl.text("public.pem"), scheme: .rsaPSSSHA256)
  }

  /// 222 bytes is the longest salt that fits beside a SHA-256 in 2048 bits.
  @Test func `accepts every length of salt`() throws {
    for length in ["0", "1", "20", "32", "64", "222"] {
      let signature = try sign("-sha256 \(Self.pss) -sigopt rsa_pss_saltlen:\(length)")
      #expect(try key.isValid(signature, for: message), "salt of \(length)")
      #expect(try !key.isValid(signature, for: message + [0]), "salt of \(length)")
      #expect(try !key.isValid(signature.dropLast(), for: message), "salt of \(length)")
      #expect(try !key.isValid([0] + signature, for: message), "salt of \(length)")
    }
  }

  @Test func `refuses other ways of signing with RSA`() throws {
    for way in [
      "-sha256", "-sha256 \(Self.pss) -sigopt rsa_mgf1_md:sha1", "-sha512 \(Self.pss)",
      "-sha512 \(Self.pss) -sigopt rsa_mgf1_md:sha256",
    ] {
      #expect(try !key.isValid(sign(way), for: message), "\(way)")
    }
  }

  @Test func `refuses numbers that are no signature`() throws {
    for byte in [UInt8(0), 1, 0xff] {
      #expect(try !key.isValid([UInt8](repeating: byte, count: 256), for: message))
    }
    #expect(try !key.isValid([UInt8](repeating: 0, count: 255) + [1], for: message))
    #expect(try !key.isValid([], for: message))
  }

  @Test(arguments: [3_072, 4_096])
  func `accepts longer keys`(bits: Int) throws {
    try openssl("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:\(bits) -out private.pem")
    try openssl("pkey -in private.pem -pubout -out public.pem")
    let key = try PublicKey(spkiPEM: openssl.text("public.pem"), scheme: .rsaPSSSHA256)
    #expect(try key.isValid(sign("-sha256 \(Self.pss)"), for: message))
  }

  private func sign(_ options: String) throws -> [UInt8] {
    try openssl("dgst \(options) -sign private.pem message")
  }
}
