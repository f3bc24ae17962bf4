import Cryptography
import ReleaseModel

/// `relctl key generate NAME [--scheme ed25519|p256]`
enum KeyGenerate {
  private static let scheme = Argument.option(
    "--scheme", "SCHEME", "'ed25519', or 'p256' for ECDSA P-256", default: KeyScheme.ed25519,
    shownAs: "ed25519",
    suggesting: .choices(KeyScheme.allCases.map(\.rawValue)), parse: Parse.choice(KeyScheme.self))

  static let command = Command(
    "generate", "Make a key pair; the private part is written encrypted",
    discussion: KeyArguments.passphraseHelp,
    arguments: [KeyArguments.name, scheme] + KeyArguments.secret + [CommonArguments.dryRun],
    examples: [
      .init("A release engineer's key", "relctl key generate release-1"),
      .init(
        "In a script", "relctl key generate root-1 --keys ceremony --passphrase-file root-1.passphrase"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let name = try invocation[KeyArguments.name]
    let folder = try KeyFolder(invocation)
    try folder.requireAbsence(of: name)
    let passphrase = try Passphrase.choose(invocation, for: "the key '\(name.text)'")
    if try invocation[CommonArguments.dryRun] {
      let path = folder.privatePath(name)
      try invocation.console.show(
        Report(
          json: ["name": .string(name.text), "path": .string(path)],
          text: .lines(["dry run: the key '\(name.text)' would be made in '\(path)'."])))
      return .ok
    }
    let key = try SigningKey.generate(invocation[scheme].signatureScheme)
    try folder.add(
      key, name, encrypted: key.encryptedPEM(passphrase: passphrase), passphrase: passphrase)
    try invocation.console.show(
      KeyReport(try folder.key(name)).report(saying: [
        "The private key is in '\(folder.privatePath(name))', encrypted. Keep a copy elsewhere.",
        "Without the passphrase nobody can use it, you neither.",
      ]))
    return .ok
  }
}
