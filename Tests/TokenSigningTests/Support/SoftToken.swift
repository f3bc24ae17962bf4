import Foundation
import ReleaseTesting
import TokenSigning

/// Tokens of SoftHSM with keys that `pkcs11-tool` made, shared by the tests of one process: a module reads its
/// configuration once, when it is loaded.
struct SoftToken: Sendable {
  static let module = SoftHSM.module
  static let label = "release"
  static let pin = SoftHSM.pin

  /// The only one, or why it could not be made.
  static let shared = Result { try SoftToken() }

  /// The public half of the key `p256` as SubjectPublicKeyInfo in DER, read by somebody else. Read once, before this
  /// process uses the token: two processes at a time disturb each other in SoftHSM.
  let publicDER: [UInt8]

  private let tokens: SoftHSM

  private init() throws {
    tokens = try SoftHSM(tokens: [Self.label, "other", "twin", "twin"])
    // For the module that the tests load into this process.
    for (name, value) in tokens.environment { setenv(name, value, 1) }
    publicDER = try Self.makeKeys(on: tokens)
    // Tests share this value to the end of the process, so that nothing else removes its folder.
    atexit {
      if case .success(let token) = SoftToken.shared {
        try? FileManager.default.removeItem(atPath: token.tokens.folder.path)
      }
    }
  }

  /// Makes the keys that the tests name, and returns the public half of `p256`.
  private static func makeKeys(on tokens: SoftHSM) throws -> [UInt8] {
    @discardableResult
    func tool(_ command: String) throws -> [UInt8] { try tokens.tool(command, on: label) }
    try tool("--keypairgen --key-type EC:edwards25519 --label edwards --id 01")
    try tool("--keypairgen --key-type EC:prime256v1 --label p256 --id 02")
    try tool("--keypairgen --key-type EC:prime256v1 --label always --id 03 --always-auth")
    try tool("--keypairgen --key-type EC:prime256v1 --label same --id 04")
    try tool("--keypairgen --key-type EC:prime256v1 --label same --id 05")
    try tool("--keypairgen --key-type EC:secp384r1 --label p384 --id 06")
    try tool("--keypairgen --key-type RSA:2048 --label rsa --id 07")
    try tool("--keypairgen --key-type EC:prime256v1 --label half --id 08")
    try tool("--delete-object --type pubkey --id 08")
    // A pair whose public half is another key's.
    try tool("--keypairgen --key-type EC:prime256v1 --label mixed --id 09")
    try tool("--delete-object --type pubkey --id 09")
    let publicDER = try tool("--read-object --type pubkey --id 02")
    try tokens.folder.write(publicDER, to: "p256.der")
    try tool("--write-object p256.der --type pubkey --label mixed --id 09")
    return publicDER
  }
}
