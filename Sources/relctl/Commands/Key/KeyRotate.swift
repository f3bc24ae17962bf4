import Cryptography
import ReleaseModel

/// `relctl key rotate NAME`
enum KeyRotate {
  static let command = Command(
    "rotate", "Make a successor under the same name; the old key is kept under NAME.1, NAME.2, …",
    discussion: """
      Nobody trusts the new key yet: the metadata that lists the old one has to list the new one, and be signed. The old \
      key is needed for that when it belongs to root. The passphrase is the new key's. \(KeyArguments.passphraseHelp)
      """,
    arguments: [KeyArguments.name] + KeyArguments.secret + [CommonArguments.dryRun],
    examples: [.init("The machine with the key was stolen", "relctl key rotate release-1")]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let name = try invocation[KeyArguments.name]
    let folder = try KeyFolder(invocation)
    let old = try folder.key(name)
    guard old.privatePath != nil else {
      throw CommandError(
        .failed, "private_key_missing",
        "only the public part of '\(name.text)' is here; its owner has to rotate it",
        hint: "remove the file when you need it no longer: \(folder.publicPath(name))")
    }
    let kept = try nameForOld(name, folder)
    let passphrase = try Passphrase.choose(invocation, for: "the new key '\(name.text)'")
    if try invocation[CommonArguments.dryRun] {
      try invocation.console.show(
        KeyReport(old).report(saying: [
          "dry run: this key would be kept as '\(kept.text)', and another one made."
        ]))
      return .ok
    }
    // Whatever can fail or take long comes before the old key loses its name.
    let key = try SigningKey.generate(old.publicKey.scheme)
    let encrypted = try key.encryptedPEM(passphrase: passphrase)
    try folder.rename(old, to: kept)
    try folder.add(key, name, encrypted: encrypted, passphrase: passphrase)
    try show(KeyReport(try folder.key(name)), KeyReport(try folder.key(kept)), invocation)
    return .ok
  }

  private static func nameForOld(_ name: KeyName, _ folder: KeyFolder) throws -> KeyName {
    let taken = Set(try folder.names())
    var number = 1
    while true {
      let candidate = try KeyName(parsing: "\(name.text).\(number)")
      if !taken.contains(candidate) { return candidate }
      number += 1
    }
  }

  private static func show(_ new: KeyReport, _ old: KeyReport, _ invocation: Invocation) throws {
    let report = new.report(saying: [
      "The new key has the name '\(new.name)'. The old one, \(old.keyid), is kept as '\(old.name)'.",
      "Nobody trusts the new key yet: relctl trust rotate FILE --replace \(old.name)=\(new.name)",
      "The old one keeps its passphrase. If it is a key of root, it has to sign its successor in; where nobody knows its "
        + "passphrase, enough of the other root keys have to.",
    ])
    try invocation.console.show(Report(json: ["key": new.json, "previous": old.json], text: report.text))
  }
}
