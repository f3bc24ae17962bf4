import ReleaseTesting

/// The `openssl` program, with a folder of one test that its files are in.
struct OpenSSLCommand {
  let folder: TemporaryFolder
  private let program = ExternalProgram("openssl")

  init() throws { folder = try TemporaryFolder() }

  /// Runs a command whose words are separated by single spaces.
  @discardableResult
  func callAsFunction(_ command: String) throws -> [UInt8] {
    try program.run(command.split(separator: " ").map(String.init), in: folder)
  }

  /// What is in one of the folder's files, as text.
  func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }
}
