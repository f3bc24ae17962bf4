import Cryptography

/// `relctl key show NAME|URI`
enum KeyShow {
  private static let key = Argument.positional(
    "KEY", "the key's name, or a PKCS #11 URI: pkcs11:token=LABEL;object=LABEL?module-path=/PATH",
    parse: KeySource.init(parsing:))

  static let command = Command(
    "show", "Show a public key, its scheme, and how signed metadata names it",
    discussion: """
      A key in the key folder needs no passphrase for this. For a key in a token the passphrase is the token's PIN. \
      \(KeyArguments.passphraseHelp)
      """,
    arguments: [key] + KeyArguments.secret,
    examples: [
      .init("What do I give to the holders of root?", "relctl key show release-1"),
      .init(
        "A key in a token",
        "relctl key show 'pkcs11:token=release;object=root-1?module-path=/usr/lib/softhsm/libsofthsm2.so'"),
    ]
  ) { invocation in
    let report =
      switch try invocation[key] {
      case .name(let name): KeyReport(try KeyFolder(invocation).key(name))
      case .token(let reference):
        KeyReport(
          name: "\(reference)", publicKey: try KeySource.token(reference).signer(invocation).publicKey,
          privatePart: .token)
      }
    try invocation.console.show(report.report())
    return .ok
  }
}
