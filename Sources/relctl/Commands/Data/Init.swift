import ReleaseModel
import ReleaseRegistry

/// `relctl init --data DIR [--token-out FILE] [--replace-online-key]`
enum Init {
  private static let tokenOut = Argument.option(
    "--token-out", "FILE", "write the first token here, mode 0600, instead of printing it", suggesting: .file,
    parse: Parse.path)

  private static let replaceOnlineKey = Argument.flag(
    "--replace-online-key", "only make another signing key in a data folder that is there")

  static let command = Command(
    "init", "Make the data folder of a new registry, its own signing key, and its first super-admin token",
    discussion: """
      The signing key says, once there is a trust root, what is paused and that nothing newer exists. It is encrypted.
      Without a passphrase of yours, a random one is kept beside it in the data folder: better keep one elsewhere, so
      that a copy of the folder is not enough to sign.
      """,
    arguments: [
      DataArguments.data, tokenOut, OnlineKeyArguments.passphraseFile, replaceOnlineKey,
      CommonArguments.dryRun,
    ],
    examples: [
      .init("Begin", "relctl init --data data --token-out super-admin.token"),
      .init(
        "With a passphrase that is not in the folder",
        "relctl init --data data --online-key-passphrase-file /etc/release-registry.passphrase"),
      .init(
        "After the signing key was lost or stolen, while the server is stopped",
        "relctl init --data data --replace-online-key"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let folder = try invocation[DataArguments.data]
    let path = try invocation[tokenOut]
    let passphrase = try OnlineKeyArguments.passphrase(
      file: try invocation[OnlineKeyArguments.passphraseFile])
    if try invocation[replaceOnlineKey] { return try replaceKey(in: folder, passphrase, invocation) }
    // The token is shown only once, so what could keep it from being written is found out before it is made.
    if let path { try FileWriter.requireAbsence(of: path) }
    if try invocation[CommonArguments.dryRun] {
      try Registry.requireNoRegistry(at: folder)
      try invocation.console.show(
        Report(
          json: ["dryRun": true, "dataFolder": .string(folder)],
          text: .lines(["dry run: '\(folder)' would be made."])))
      return .ok
    }
    // Handed over before it counts: a registry that nobody has the token of would be of no use.
    guard let path else {
      try Registry.initialize(at: folder, onlineKeyPassphrase: passphrase) { token in
        try show(token.text, of: folder, advice(passphrase, folder), invocation.console)
      }
      return .ok
    }
    try Registry.initialize(at: folder, onlineKeyPassphrase: passphrase) { token in
      try FileWriter.createSecret(path, Array((token.text + "\n").utf8))
    }
    try invocation.console.show(
      Report(
        json: ["dataFolder": .string(folder), "tokenFile": .string(path)],
        text: .lines(
          [
            "The registry is in '\(folder)'.",
            "Its super-admin token is in '\(path)', which only you can read.",
          ] + advice(passphrase, folder))))
    return .ok
  }

  /// Shows the token, which is nowhere else.
  private static func show(
    _ token: String, of folder: String, _ advice: [String], _ console: Console
  ) throws(CommandError) {
    do {
      try console.show(
        Report(
          json: ["dataFolder": .string(folder), "token": .string(token)],
          text: .lines(
            ["The registry is in '\(folder)'."] + advice + [
              "This is the only time that its super-admin token is shown:", token,
            ])))
    } catch {
      throw CommandError(
        error.status, error.code,
        "no registry was made in '\(folder)': its token could not be shown: \(error.message)",
        hint: "make it again where the output can be written, or with --token-out FILE")
    }
  }

  private static func replaceKey(
    in folder: String, _ passphrase: OnlineKeyPassphrase, _ invocation: Invocation
  ) throws -> ExitStatus {
    let isDryRun = try invocation[CommonArguments.dryRun]
    if !isDryRun { try Registry.replaceOnlineKey(at: folder, passphrase: passphrase) }
    try invocation.console.show(
      Report(
        json: ["dryRun": .bool(isDryRun), "dataFolder": .string(folder)],
        text: .lines(
          isDryRun
            ? ["dry run: the signing key of '\(folder)' would be replaced."]
            : [
              "'\(folder)' has another signing key.",
              "Start the server, and publish a root that names it: 'relctl trust rotate'.",
            ] + advice(passphrase, folder))))
    return .ok
  }

  private static func advice(_ passphrase: OnlineKeyPassphrase, _ folder: String) -> [String] {
    guard passphrase == .inDataFolder else { return [] }
    return [
      "The passphrase of its signing key is in '\(folder)/online-key.passphrase'; better keep one elsewhere."
    ]
  }
}
