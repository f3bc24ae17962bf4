import ReleaseBundle
import ReleaseModel

/// `relctl release publish DIR|ZIP --channel C --version V --wrapper-range R --api-contract-range R`
enum ReleasePublish {
  static let bundle = Argument.positional(
    "BUNDLE", "the bundle, or a folder to pack first", suggesting: .file, parse: Parse.path)
  static let channel = Argument.requiredOption(
    "--channel", "CHANNEL", "where to publish", parse: Channel.init(parsing:))
  static let version = Argument.requiredOption(
    "--version", "VERSION", "the release's version, such as 2.14.0", parse: SemanticVersion.init(parsing:))
  static let wrapperRange = Argument.requiredOption(
    "--wrapper-range", "RANGE", "the wrappers that can run it, such as '>=4.2.0 <6.0.0'; '*' for all",
    parse: ReleaseGates.gate)
  static let apiContractRange = Argument.requiredOption(
    "--api-contract-range", "RANGE", "the API contracts that it can talk to, such as '^3.1.0'; '*' for all",
    parse: ReleaseGates.gate)
  static let entryFile = Argument.option(
    "--entry-file", "PATH", "the HTML file that the wrapper opens", default: "index.html",
    shownAs: "index.html", parse: Parse.path)
  static let notes = Argument.option("--notes", "TEXT", "what is new, for people", parse: Parse.text)
  static let rollout = Argument.option(
    "--rollout", "N",
    "the share of devices, in hundredths of a percent (0 nobody, 10000 everybody) or as one, such as 50%",
    default: 10_000, shownAs: "10000", parse: BasisPoints.parse)
  static let draft = Argument.flag("--draft", "stop before publishing, and leave a draft")
  static let strict = Argument.flag(
    "--strict", "refuse to publish when there are warnings, other than of prerelease wrappers")

  static let command = Command(
    "publish", "Upload a bundle and offer it to the wrappers that can run it",
    discussion: """
      The bundle is judged here first, with the registry's own code, and the same command may be repeated: what
      is done already is found out and not done again. The same version with other bytes is refused.
      Where the registry has a root, the release is signed here, over what this machine read in the bundle. When more
      have to sign, --signing-out leaves a draft and a file for 'relctl trust sign', and --signing publishes it then.
      """,
    arguments: [
      bundle, channel, version, wrapperRange, apiContractRange, entryFile, notes, rollout, draft, strict,
      TrustArguments.signWith, TrustArguments.trustRoot, LifetimeArguments.channel, CommonArguments.dryRun,
    ] + SigningArguments.all + KeyArguments.secret + ServerArguments.all,
    examples: [
      .init(
        "Publish what the build wrote",
        "relctl release publish dist --channel production --version 2.14.0 "
          + "--wrapper-range '>=4.2.0 <6.0.0' --api-contract-range '^3.1.0'"),
      .init(
        "Only see what would happen",
        "relctl release publish web.zip --channel beta --version 2.15.0-rc.1 "
          + "--wrapper-range '>=4.2.0 <6.0.0' --api-contract-range '^3.1.0' --dry-run"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    try SigningArguments.requireOne(invocation)
    let intent = try PublishIntent(invocation)
    // Begun first, since other threads judge the bundle while this one opens the connection.
    let prepared = Result {
      try PreparedBundle(
        path: try invocation[Self.bundle], entryFile: intent.entryFile, isStrict: intent.isStrict)
    }
    let ahead = intent.leavesDraft ? nil : KeysAhead(for: intent.channel, invocation)
    defer { ahead?.wait() }
    let resource = ReleaseResource(
      client: try RegistryClient(invocation, needsToken: true), channel: intent.channel,
      version: intent.version)
    let bundle = try prepared.get()
    let outcome = Result { try report(intent, bundle, resource, invocation, ahead) }
    // What is wrong with the bundle is said before anything else.
    warn(about: try bundle.accepted(), invocation)
    let (shown, warnings) = try outcome.get()
    warnings.show(invocation.console)
    try invocation.console.show(shown)
    return .ok
  }

  private static func report(
    _ intent: PublishIntent, _ bundle: PreparedBundle, _ resource: ReleaseResource, _ invocation: Invocation,
    _ ahead: KeysAhead?
  ) throws -> Publication.Outcome {
    let signer = intent.leavesDraft ? nil : try signatures(intent.channel, resource.client, invocation, ahead)
    if signer == nil, !intent.leavesDraft { try DevelopmentMode.requireNoRoot(invocation) }
    let publication = Publication(
      intent: intent, bundle: bundle, resource: resource, signer: signer, console: invocation.console,
      request: try invocation[SigningArguments.out].map {
        try SigningRequest(to: $0, for: intent.channel, of: resource.client, invocation)
      })
    return try invocation[CommonArguments.dryRun] ? publication.predict() : publication.perform()
  }

  /// Those that others gave, or those that are given here.
  private static func signatures(
    _ channel: Channel, _ client: RegistryClient, _ invocation: Invocation, _ ahead: KeysAhead?
  ) throws -> (any ReleaseSignatures)? {
    if let file = try invocation[SigningArguments.file] {
      return try SigningFile(file, for: client, invocation)
    }
    return try ReleaseSigner(for: channel, of: client, invocation, ahead: ahead)
  }

  private static func warn(about inspection: BundleInspection, _ invocation: Invocation) {
    for warning in inspection.findings where warning.severity == .warning {
      invocation.console.warn(
        "\(warning.entry ?? "the bundle"): \(warning.detail) (\(warning.code.rawValue))")
    }
  }
}
