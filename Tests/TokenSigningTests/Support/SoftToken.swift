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

  private let folder: TemporaryFolder
  private let environment: [String: String]

  private init() throws {
    folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      directories.tokendir = \(folder.path)
      objectstore.backend = file
      log.level = ERROR
      """.utf8, to: "softhsm2.conf")
    environment = ["SOFTHSM2_CONF": configuration]
    // For the module that the tests load into this process.
    setenv("SOFTHSM2_CONF", configuration, 1)
    for label in [Self.label, "other", "twin", "twin"] {
      try ExternalProgram("softhsm2-util", environment: environment).run(
        ["--init-token", "--free", "--label", label, "--pin", Self.pin, "--so-pin", "12345678"], in: folder)
    }
    try makeKeys()
    // Tests share this value to the end of the process, so that nothing else removes its folder.
    atexit {
      if case .success(let token) = SoftToken.shared {
        try? FileManager.default.removeItem(atPath: token.folder.path)
      }
    }
  }

  private func makeKeys() throws {
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
    try folder.write(publicDER(identifier: "02"), to: "p256.der")
    try tool("--write-object p256.der --type pubkey --label mixed --id 09")
  }

  /// The key's public half as SubjectPublicKeyInfo in DER, read by somebody else.
  func publicDER(identifier: String) throws -> [UInt8] {
    try tool("--read-object --type pubkey --id \(identifier)")
  }

  @discardableResult
  private func tool(_ command: String) throws -> [UInt8] {
    try ExternalProgram("pkcs11-tool", environment: environment).run(
      ["--module", Self.module, "--token-label", Self.label, "--login", "--pin", Self.pin]
        + command.split(separator: " ").map(String.init), in: folder)
  }
}
