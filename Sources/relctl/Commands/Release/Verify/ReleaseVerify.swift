import ReleaseModel
import ReleaseTrust
import WrapperInstaller

/// `relctl release verify CHANNEL VERSION [--offline FOLDER --artifact ZIP]`
enum ReleaseVerify {
  static let offline = Argument.option(
    "--offline", "FOLDER", "ask no server, but an export, or a folder with metadata and --artifact",
    suggesting: .folder, parse: Parse.path)
  static let artifact = Argument.option(
    "--artifact", "ZIP", "the bundle to compare with what was signed, in place of the one there",
    suggesting: .file, parse: Parse.path)
  static let wrapperVersion = Argument.option(
    "--wrapper-version", "VERSION",
    "a wrapper that the release has to be for; the registry's answer to it is compared too",
    parse: SemanticVersion.init(parsing:))
  static let moment = Argument.option(
    "--at", "TIME", "judge what has expired as of then, such as 2026-11-30T12:00:00Z, and not as of now"
  ) { text in
    guard let time = Timestamp(parsing: text) else {
      throw InvalidValue("'\(text.prefix(40))' is not a time; write YYYY-MM-DDTHH:MM:SSZ")
    }
    return time
  }

  static let command = Command(
    "verify", "Verify a release as a device would, with a registry or without",
    discussion: """
      From the root that shipped apps pin, with the code that devices run: the chain of roots, every signature that is \
      needed, what has expired, whether the release is withdrawn, and the bundle against what was signed of it. It needs no \
      token. When something does not hold, the exit status is 5 and the code says what came first.
      """,
    arguments: [
      ReleaseArguments.channel, ReleaseArguments.version, TrustArguments.trustRoot, offline, artifact,
      wrapperVersion, moment, KeyArguments.keys,
    ] + ServerArguments.anonymous,
    examples: [
      .init(
        "What devices get from the registry",
        "relctl release verify production 2.14.0 --trust-root root.json --server https://releases.example.com"
      ),
      .init(
        "Without a registry, with what 'relctl release export --folder export' wrote",
        "relctl release verify production 2.14.0 --trust-root root.json --offline export"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let source = try VerificationSource(invocation)
    let pinned = try TrustArguments.pinnedRoot(invocation)
    let scratch = try ScratchFolder()
    defer { withExtendedLifetime(scratch) {} }
    let verification = try source.naming(invocation) { () throws(TrustError) in
      try ReleaseVerification(
        of: source.version, on: source.channel, pinnedRoot: pinned, folder: scratch.path,
        fetcher: source.fetcher, at: source.moment)
    }
    try requireUse(of: verification, source.wrapperVersion)
    try source.verifyCopy(of: verification)
    let offered = try source.answer(verification)
    let bundle = try source.bundle(of: verification)
    try verification.verify(archive: bundle.path)
    try invocation.console.show(
      VerificationReport(
        verification: verification, pinned: pinned, bundle: bundle.name, offered: offered,
        names: try KeyNames.known(to: invocation)
      ).report())
    return .ok
  }

  /// Whether devices take it at all, and this wrapper in particular.
  private static func requireUse(
    of verification: ReleaseVerification, _ wrapperVersion: SemanticVersion?
  ) throws {
    let release = verification.release
    guard !verification.isWithdrawn else {
      throw CommandError(
        .integrity, RefusalReason.releaseWithdrawn.rawValue,
        "\(release.version) on \(release.channel) is paused or retired, so devices do not take it",
        hint: "'relctl release show \(release.channel) \(release.version)' says why")
    }
    guard let wrapperVersion, !release.gates.wrapperRange.contains(wrapperVersion) else { return }
    throw CommandError(
      .integrity, RefusalReason.notForThisWrapper.rawValue,
      "\(release.version) is signed for wrappers \(release.gates.wrapperRange), and this is \(wrapperVersion)"
    )
  }
}
