import Cryptography
import ReleaseTesting
import Testing

@Suite struct SigningKeyTests {
  private let message = [UInt8]("a message".utf8)

  @Test(arguments: [SignatureScheme.ed25519, .ecdsaP256SHA256])
  func `signs what its public key accepts`(scheme: SignatureScheme) throws {
    let key = try SigningKey.generate(scheme)
    #expect(key.publicKey.scheme == scheme)
    for message in [[], message, [UInt8](repeating: 7, count: 100_000)] {
      #expect(try key.publicKey.isValid(key.sign(message), for: message))
    }
    #expect(try SigningKey.generate(scheme).publicKey != key.publicKey)
  }

  @Test func `generates no RSA key`() {
    expect(.unsupportedKey) { try SigningKey.generate(.rsaPSSSHA256) }
  }

  @Test func `signs with Ed25519 what openssl accepts`() throws {
    let openssl = try OpenSSLCommand()
    let key = try SigningKey.generate(.ed25519)
    try openssl.folder.write(message, to: "message")
    try openssl.folder.write(key.sign(message), to: "signature")
    try openssl.folder.write(key.publicKey.spkiPEM.utf8, to: "public.pem")
    try openssl("pkeyutl -verify -rawin -pubin -inkey public.pem -in message -sigfile signature")
  }

  @Test func `shows its public half only`() throws {
    let key = try SigningKey.generate(.ed25519)
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key)] {
      #expect(text == "private key of \(key.publicKey)")
    }
    #expect(dumped == "- private key of \(key.publicKey)\n")
  }

  @Test func `signs on many threads at once`() async throws {
    let key = try SigningKey.generate(.ecdsaP256SHA256)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          let message = [UInt8](repeating: UInt8(number), count: number)
          return try key.publicKey.isValid(key.sign(message), for: message)
        }
      }
      for try await isValid in group { #expect(isValid) }
    }
  }
}
