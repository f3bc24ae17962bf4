/// Tokens of SoftHSM, in a folder of their own.
package struct SoftHSM: Sendable {
  /// The PKCS #11 module, where Debian has it.
  package static let module = "/usr/lib/softhsm/libsofthsm2.so"
  /// The PIN of every token.
  package static let pin = "1234"

  package let folder: TemporaryFolder
  /// What tells the module, in a process that gets it as its environment, where the tokens are.
  package let environment: [String: String]

  /// Makes a token for each label; the same label may be there twice.
  package init(tokens labels: [String]) throws {
    folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      directories.tokendir = \(folder.path)
      objectstore.backend = file
      log.level = ERROR
      """.utf8, to: "softhsm2.conf")
    environment = ["SOFTHSM2_CONF": configuration]
    for label in labels {
      try ExternalProgram("softhsm2-util", environment: environment).run(
        ["--init-token", "--free", "--label", label, "--pin", Self.pin, "--so-pin", "12345678"], in: folder)
    }
  }

  /// Runs `pkcs11-tool`, logged in, on a token, and returns what it prints.
  @discardableResult
  package func tool(_ command: String, on label: String) throws -> [UInt8] {
    try ExternalProgram("pkcs11-tool", environment: environment).run(
      ["--module", Self.module, "--token-label", label, "--login", "--pin", Self.pin]
        + command.split(separator: " ").map(String.init), in: folder)
  }
}
