import ReleaseModel
import ReleaseTrust

/// `relctl trust sign CEREMONY --key KEY…`
enum TrustSign {
  static let command = Command(
    "sign", "Sign a ceremony, in turn",
    discussion: """
      Signs everything in the file that the keys may sign, and nothing else. Look at it first: 'relctl trust review'. \
      It needs no registry and no network. What it starts from has to be the root that this machine trusts, or the next after it, \
      if --trust-root or RELCTL_TRUST_ROOT names one; a release is not signed without. \(KeyArguments.passphraseHelp)
      """,
    arguments: [
      TrustArguments.ceremony, TrustArguments.signWith.required(), TrustArguments.trustRoot,
      CommonArguments.dryRun,
    ]
      + KeyArguments.secret,
    examples: [
      .init("With a key of the key folder", "relctl trust sign ceremony.json --key root-2"),
      .init(
        "A release that needs more than one signature",
        "relctl trust sign release.json --key release-2 --trust-root root.json"),
      .init(
        "With a key that never leaves its token",
        "relctl trust sign ceremony.json --key 'pkcs11:token=root;object=root-1?module-path=/usr/lib/softhsm/libsofthsm2.so'"
      ),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[TrustArguments.ceremony]
    let sources = try invocation[TrustArguments.signWith]
    var ceremony = try CeremonyFile.read(path)
    try requireStart(of: ceremony, path, invocation)
    RemovedChannels(ceremony).warn(invocation.console)
    var (new, old): (Set<ExactText>, Set<ExactText>) = ([], [])
    for source in sources {
      let roles = try CeremonySigning.sign(&ceremony, with: source, invocation)
      new.formUnion(roles.new)
      old.formUnion(roles.old)
    }
    let names = try KeyNames.known(to: invocation)
    let report = CeremonyReport(ceremony: ceremony, path: path, names: names)
    if try invocation[CommonArguments.dryRun] {
      try invocation.console.show(
        try report.report(saying: sentences("dry run: this would be signed", new, old)))
      return .ok
    }
    if !new.isEmpty { try CeremonyFile.write(ceremony, to: path, isNew: false) }
    try invocation.console.show(try report.report(saying: sentences("Signed", new, old)))
    return .ok
  }

  private static func sentences(_ done: String, _ new: Set<ExactText>, _ old: Set<ExactText>) -> [String] {
    [(done, new), ("Signed already, and not again", old.subtracting(new))].filter { !$0.1.isEmpty }
      .map { what, roles in "\(what): \(roles.sorted().map(\.string).joined(separator: ", "))." }
  }

  /// Whoever made the file may have made up what it starts from as well.
  private static func requireStart(of ceremony: Ceremony, _ path: String, _ invocation: Invocation) throws {
    guard ceremony.current != nil, try ceremony.part != nil || invocation[TrustArguments.trustRoot] != nil
    else { return }
    let root = try TrustArguments.pinnedRoot(invocation)
    do throws(TrustError) {
      try ceremony.requireStart(from: root)
    } catch {
      throw CommandError(
        .integrity, error.code.rawValue,
        "'\(path)' does not start from the root that this machine trusts, or the next after it: \(error.message)",
        hint: "get the newest root.json from somebody you trust, or ask whoever made the file")
    }
  }
}
