import ReleaseModel
import ReleaseRegistry

/// `relctl init --data DIR [--token-out FILE]`
enum Init {
  private static let tokenOut = Argument.option(
    "--token-out", "FILE", "write the first token here, mode 0600, instead of printing it", suggesting: .file,
    parse: Parse.path)

  static let command = Command(
    "init", "Make the data folder of a new registry, and its first super-admin token",
    arguments: [DataArguments.data, tokenOut, CommonArguments.dryRun],
    examples: [
      .init("Begin", "relctl init --data data --token-out super-admin.token")
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let folder = try invocation[DataArguments.data]
    let path = try invocation[tokenOut]
    // The token is shown only once, so what could keep it from being written is found out before it is made.
    if let path { try FileWriter.requireAbsence(of: path) }
    if try invocation[CommonArguments.dryRun] {
      try Registry.requireNoRegistry(at: folder)
      invocation.console.show(
        Report(
          json: ["dryRun": true, "dataFolder": .string(folder)],
          text: .lines(["dry run: '\(folder)' would be made."])))
      return .ok
    }
    let token = try Registry.initialize(at: folder).text
    guard let path else {
      invocation.console.show(
        Report(
          json: ["dataFolder": .string(folder), "token": .string(token)],
          text: .lines([
            "The registry is in '\(folder)'.", "This is the only time that its super-admin token is shown:",
            token,
          ])))
      return .ok
    }
    try FileWriter.createSecret(path, Array((token + "\n").utf8))
    invocation.console.show(
      Report(
        json: ["dataFolder": .string(folder), "tokenFile": .string(path)],
        text: .lines([
          "The registry is in '\(folder)'.",
          "Its super-admin token is in '\(path)', which only you can read.",
        ])))
    return .ok
  }
}
