import Glibc
import ReleaseTesting

/// A key folder of one test, with a passphrase file beside it.
struct KeyRing {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write("correct horse battery staple\n", to: "passphrase", mode: 0o600)
  }

  /// Runs `relctl key …` on the folder, with the passphrase file unless another source is given.
  func key(
    _ arguments: [String], passphraseFile: String? = "passphrase", environment: [String: String] = [:]
  ) throws -> Relctl.Outcome {
    var environment = environment
    environment["RELCTL_KEYS"] = folder.path("keys")
    let options = passphraseFile.map { ["--passphrase-file", folder.path($0)] } ?? []
    return try Relctl.run(["key"] + arguments + options, environment: environment)
  }

  func write(_ text: String, to name: String, mode: UInt32) throws {
    try folder.write(text.utf8, to: name)
    chmod(folder.path(name), mode)
  }

  /// The mode of something in the folder.
  func mode(_ name: String) -> UInt32 {
    var status = stat()
    return stat(folder.path(name), &status) == 0 ? status.st_mode & 0o777 : 0
  }

  func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

  /// Runs `openssl` in the folder.
  @discardableResult
  func openssl(_ command: String) throws -> String {
    let words = command.split(separator: " ").map(String.init)
    return String(decoding: try ExternalProgram("openssl").run(words, in: folder), as: UTF8.self)
  }

  /// The public key that `openssl` finds in a private one, opened with a passphrase file.
  func publicKey(of name: String, passphraseFile: String = "passphrase") throws -> String {
    try openssl("pkey -in keys/\(name).pem -passin file:\(passphraseFile) -pubout")
  }
}
