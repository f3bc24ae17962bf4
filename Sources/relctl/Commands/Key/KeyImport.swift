import Cryptography

/// `relctl key import NAME FILE`
enum KeyImport {
  private static let file = Argument.positional(
    "FILE", "a private key (PKCS #8 or SEC 1), or somebody's public key, as PEM", suggesting: .file,
    parse: Parse.path)

  static let command = Command(
    "import", "Take a key from a file into the key folder",
    discussion: """
      A private key that is encrypted has to be so with scrypt, and keeps its passphrase; one that is not encrypted is \
      encrypted now. \(KeyArguments.passphraseHelp)
      """,
    arguments: [KeyArguments.name, file] + KeyArguments.secret + [CommonArguments.dryRun],
    examples: [
      .init("Somebody else's public key", "relctl key import release-2 release-2.pub"),
      .init("A key made by openssl", "relctl key import ci ci.pem --passphrase-file ci.passphrase"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let name = try invocation[KeyArguments.name]
    let path = try invocation[file]
    let folder = try KeyFolder(invocation)
    try folder.requireAbsence(of: name)
    let imported = try ImportedKey(path, for: name, invocation)
    if let known = try KeyNames(folder).name(of: imported.publicKey) {
      invocation.console.warn(
        "this is the key '\(known)': under two names it is one key still, and ceremonies show only one of them",
        code: "key_known_already")
    }
    if try invocation[CommonArguments.dryRun] {
      let part: KeyReport.PrivatePart = imported.isPrivate ? .encrypted : .elsewhere
      let report = KeyReport(name: name.text, publicKey: imported.publicKey, privatePart: part)
      try invocation.console.show(report.report(saying: ["dry run: this key would be imported."]))
      return .ok
    }
    var sentences = ["The public key is in '\(folder.publicPath(name))'."]
    switch imported.secret {
    case .some(let secret):
      let encrypted = try secret.key.encryptedPEM(passphrase: secret.passphrase)
      try folder.add(secret.key, name, encrypted: encrypted, passphrase: secret.passphrase)
      sentences = ["The private key is in '\(folder.privatePath(name))', encrypted."]
      if secret.wasPlain { sentences.append("'\(path)' can be read without a passphrase: delete it.") }
    case .none: try folder.add(imported.publicKey, name)
    }
    try invocation.console.show(KeyReport(try folder.key(name)).report(saying: sentences))
    return .ok
  }
}
