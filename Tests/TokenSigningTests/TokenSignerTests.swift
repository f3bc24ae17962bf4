import Cryptography
import Foundation
import ReleaseTesting
import Testing
import TokenSigning

@Suite struct TokenSignerTests {
  private let token: SoftToken
  private let message = [UInt8]("a message".utf8)

  init() throws { token = try SoftToken.shared.get() }

  @Test(arguments: [("edwards", SignatureScheme.ed25519), ("p256", .ecdsaP256SHA256)])
  func `signs what its public key accepts`(label: String, scheme: SignatureScheme) throws {
    let signer = try open(label)
    #expect(signer.publicKey.scheme == scheme)
    for message in [[], message, [UInt8](repeating: 7, count: 100_000)] {
      #expect(try signer.publicKey.isValid(signer.sign(message), for: message))
      #expect(try !signer.publicKey.isValid(signer.sign(message), for: message + [0]))
    }
  }

  @Test func `reads the public key that others read`() throws {
    #expect(try open("p256").publicKey.spkiDER == token.publicDER)
  }

  /// r and s below 2^248 or above 2^255 have other lengths in DER; among 600 signatures both occur.
  @Test func `writes every pair of numbers in DER`() throws {
    let signer = try open("p256")
    var counts: Set<Int> = []
    for number in 0..<600 {
      let message = Array("\(number)".utf8)
      let signature = try signer.sign(message)
      #expect(try signer.publicKey.isValid(signature, for: message))
      counts.insert(signature.count)
    }
    #expect(counts.isSuperset(of: [70, 71, 72]))
  }

  @Test func `gives the PIN again to a key that wants it every time`() throws {
    let signer = try open("always")
    for _ in 0..<3 { #expect(try signer.publicKey.isValid(signer.sign(message), for: message)) }
  }

  @Test func `finds a key by its identifier`() throws {
    let byIdentifier = try open(nil, identifier: [2])
    #expect(try byIdentifier.publicKey == open("p256").publicKey)
    #expect(try open("same", identifier: [4]).publicKey != open("same", identifier: [5]).publicKey)
  }

  @Test func `lets several signers share a token, and go in any order`() throws {
    var first: TokenSigner? = try open("p256")
    let second = try open("edwards")
    _ = try first?.sign(message)
    first = nil
    #expect(try second.publicKey.isValid(second.sign(message), for: message))
  }

  @Test func `signs on many threads at once`() async throws {
    let signer = try open("edwards")
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<32 {
        group.addTask {
          let message = [UInt8](repeating: UInt8(number), count: number)
          return try signer.publicKey.isValid(signer.sign(message), for: message)
        }
      }
      for try await isValid in group { #expect(isValid) }
    }
  }

  @Test func `does not hand out a signature that its public key refuses`() throws {
    let signer = try open("mixed")
    let error = #expect(throws: CryptographyError.self) { try signer.sign(message) }
    #expect(error?.code == .signingFailed)
  }

  @Test(
    arguments: [
      ("release", "nothing", nil, TokenError.Code.keyNotFound),
      ("release", "p256", [9], .keyNotFound),
      ("release", "half", nil, .keyNotFound),
      ("release", "same", nil, .keyAmbiguous),
      ("release", "rsa", nil, .keyUnsupported),
      ("release", "p384", nil, .keyUnsupported),
      ("Release", "p256", nil, .tokenNotFound),
      ("twin", "p256", nil, .tokenAmbiguous),
    ] as [(String, String, [UInt8]?, TokenError.Code)])
  func `says which thing is not there`(
    token: String, label: String, identifier: [UInt8]?, code: TokenError.Code
  ) {
    let error = #expect(throws: TokenError.self) { try open(label, identifier: identifier, token: token) }
    #expect(error?.code == code)
    #expect(
      error?.message.contains(code == .tokenAmbiguous || code == .tokenNotFound ? token : label) == true)
  }

  /// A token of its own: its user is logged in for the whole process, and then a wrong PIN is not looked at.
  @Test(arguments: ["4321", "12"])
  func `refuses a wrong PIN, and does not repeat it`(pin: String) throws {
    let reference = try reference("p256", nil, "other")
    let error = #expect(throws: TokenError.self) {
      try TokenSigner(reference, pin: SecretBytes(copying: pin.utf8))
    }
    #expect(error?.code == .pinRefused)
    #expect(error?.message.contains(pin) == false)
  }

  @Test(arguments: ["/nowhere/module.so", "/usr/lib/x86_64-linux-gnu/libc.so.6", "/etc/passwd"])
  func `says why a module cannot be used`(path: String) throws {
    let error = #expect(throws: TokenError.self) { try TokenModule.load(path) }
    #expect(error?.code == .moduleUnusable)
    #expect(error?.message.contains(path) == true)
  }

  private func open(
    _ label: String?, identifier: [UInt8]? = nil, token: String = SoftToken.label
  ) throws -> TokenSigner {
    try TokenSigner(reference(label, identifier, token), pin: SecretBytes(copying: SoftToken.pin.utf8))
  }

  private func reference(
    _ label: String?, _ identifier: [UInt8]?, _ token: String
  ) throws(TokenError) -> TokenKeyReference {
    try TokenKeyReference(
      modulePath: SoftToken.module, tokenLabel: token, keyLabel: label, keyIdentifier: identifier)
  }
}
