import Foundation
import ReleaseTesting
import TokenSigning

/// Tokens of SoftHSM with keys that `pkcs11-tool` made, shared by the tests of one process: a module reads its
/// configuration once, when it is loaded.
struct SoftToken: Sendable {
  static let module = "/usr/lib/softhsm/libsofthsm2.so"
  static let label = "release"
  static let pin = "1234"

  /// The only one, or why it could not be made.
  static let shared = Result { try SoftToken() }

  /// The public half of the key `p256` as SubjectPublicKeyInfo in DER, read by somebody else. Read once, before this
  /// process uses the token: two processes at a time disturb each other in SoftHSM.
  let publicDER: [UInt8]

  private let folder: TemporaryFolder

  private init() throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      directories.tokendir = \(folder.path)
      objectstore.backend = file
      log.level = ERROR
      """.utf8, to: "softhsm2.conf")
    // For the module that the tests load into this process.
    setenv("SOFTHSM2_CONF", configuration, 1)
    let environment = ["SOFTHSM2_CONF": configuration]
    for label in [Self.label, "other", "twin", "twin"] {
      try ExternalProgram("softhsm2-util", environment: environment).run(
        ["--init-token", "--free", "--label", label, "--pin", Self.pin, "--so-pin", "12345678"], in: folder)
    }
    let tool = PKCS11Tool(folder: folder, environment: environment)
    publicDER = try tool.makeKeys()
    self.folder = folder
    // Tests share this value to the end of the process, so that nothing else removes its folder.
    atexit {
      if case .success(let token) = SoftToken.shared {
        try? FileManager.default.removeItem(atPath: token.folder.path)
      }
    }
  }
}

/// The `pkcs11-tool` program at work on the token.
private struct PKCS11Tool {
  let folder: TemporaryFolder
  let environment: [String: String]

  /// Makes the keys that the tests name, and returns the public half of `p256`.
  func makeKeys() throws -> [UInt8] {
    try self("--keypairgen --key-type EC:edwards25519 --label edwards --id 01")
    try self("--keypairgen --key-type EC:prime256v1 --label p256 --id 02")
    try self("--keypairgen --key-type EC:prime256v1 --label always --id 03 --always-auth")
    try self("--keypairgen --key-type EC:prime256v1 --label same --id 04")
    try self("--keypairgen --key-type EC:prime256v1 --label same --id 05")
    try self("--keypairgen --key-type EC:secp384r1 --label p384 --id 06")
    try self("--keypairgen --key-type RSA:2048 --label rsa --id 07")
    try self("--keypairgen --key-type EC:prime256v1 --label half --id 08")
    try self("--delete-object --type pubkey --id 08")
    // A pair whose public half is another key's.
    try self("--keypairgen --key-type EC:prime256v1 --label mixed --id 09")
    try self("--delete-object --type pubkey --id 09")
    let publicDER = try self("--read-object --type pubkey --id 02")
    try folder.write(publicDER, to: "p256.der")
    try self("--write-object p256.der --type pubkey --label mixed --id 09")
    return publicDER
  }

  @discardableResult
  private func callAsFunction(_ command: String) throws -> [UInt8] {
    try ExternalProgram("pkcs11-tool", environment: environment).run(
      ["--module", SoftToken.module, "--token-label", SoftToken.label, "--login", "--pin", SoftToken.pin]
        + command.split(separator: " ").map(String.init), in: folder)
  }
}
