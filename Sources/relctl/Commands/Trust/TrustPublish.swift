import HTTPClient
import ReleaseModel
import ReleaseTrust

/// `relctl trust publish CEREMONY`
enum TrustPublish {
  private static let rootOut = Argument.option(
    "--root-out", "FILE", "write the published root here, for wrappers to ship", suggesting: .file,
    parse: Parse.path)

  static let command = Command(
    "publish", "Hand a signed ceremony to the registry",
    discussion: """
      The registry verifies everything as a device would and takes all of it or nothing. From the first root on, it publishes \
      only releases that are signed.
      """,
    arguments: [TrustArguments.ceremony, rootOut, KeyArguments.keys, CommonArguments.dryRun]
      + ServerArguments.all,
    examples: [
      .init("The first one", "relctl trust publish ceremony.json --root-out root.json"),
      .init("A later one", "relctl trust publish rotation.json"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[TrustArguments.ceremony]
    let out = try invocation[rootOut]
    if let out { try FileWriter.requireAbsence(of: out) }
    let ceremony = try CeremonyFile.read(path)
    try requireTrust(ceremony, path)
    try CeremonyReport(ceremony: ceremony, path: path, names: KeyNames.known(to: invocation))
      .requireSignatures()
    let client = try RegistryClient(invocation, needsToken: true)
    let versions = ceremony.proposal.files.map { "\($0.role)" }.joined(separator: ", ")
    if try invocation[CommonArguments.dryRun] {
      try requireNext(ceremony, after: RegistryTrustStatus(of: client), path)
      try invocation.console.show(
        Report(
          json: ["dryRun": true, "roles": .array(ceremony.proposal.files.map { .string($0.role.string) })],
          text: .lines(["dry run: this would be handed over: \(versions)."])))
      return .ok
    }
    let answer = try send(ceremony, to: client)
    try confirm(ceremony, RegistryTrustStatus(answer.data))
    if let out { try writeRoot(ceremony, to: out) }
    try invocation.console.show(
      try TrustStatusReport(
        RegistryTrustStatus(answer.data), now: Clock.now, names: KeyNames.known(to: invocation)
      ).report(
        saying: ["Published: \(versions)."]
          + (out.map { ["The root that wrappers pin is in '\($0)'."] } ?? [])))
    return .ok
  }

  /// A release goes to the registry together with its draft.
  private static func requireTrust(_ ceremony: Ceremony, _ path: String) throws {
    guard let release = ceremony.part?.release else { return }
    throw CommandError(
      .usage, "ceremony_of_release",
      "'\(path)' publishes \(release.version) on \(release.channel), and changes no trust",
      hint: "give the 'relctl release publish' that wrote it again, with --signing \(path)")
  }

  /// What the registry would refuse first: each file has to be exactly one version newer than what is published.
  private static func requireNext(_ ceremony: Ceremony, after status: RegistryTrustStatus, _ path: String)
    throws
  {
    let published = Dictionary(try status.roles.map { ($0.name, $0.version) }) { first, _ in first }
    for (role, _) in ceremony.proposal.files {
      let (next, last) = (ceremony.proposal.version(of: role) ?? 0, published[role.string] ?? 0)
      guard next != last + 1 else { continue }
      throw CommandError(
        .refused, TrustErrorCode.staleMetadata.rawValue,
        "'\(path)' has version \(next) of '\(role)', and version \(last) is published", hint: staleHint)
    }
  }

  private static let staleHint =
    "somebody published meanwhile, or this was published before: begin again with 'relctl trust rotate'"

  private static func send(_ ceremony: Ceremony, to client: RegistryClient) throws -> RegistryClient.Answer {
    do {
      return try client.admin(
        .init(
          method: .post, path: ["trust"], body: try JSONValue(parsing: ceremony.proposal.document),
          idempotencyKey: IdempotencyKey.random()))
    } catch var refusal as CommandError where refusal.code == "stale_metadata" {
      refusal.hint = staleHint
      throw refusal
    } catch var refusal as CommandError where refusal.code == TrustErrorCode.releasesNotAsPublished.rawValue {
      refusal.hint =
        ceremony.current == nil
        ? "what is published is not what this ceremony took in: begin again, with the options that made it, and let all sign "
          + "the new file: relctl trust init NEW.json …"
        : "what is published is not what this ceremony took in: begin again, with the options that made it: "
          + "relctl trust rotate NEW.json …"
      throw refusal
    }
  }

  /// Compares what the registry says now with what was handed over.
  private static func confirm(_ ceremony: Ceremony, _ status: RegistryTrustStatus) throws {
    let published = Dictionary(try status.roles.map { ($0.name, $0.version) }) { first, _ in first }
    for (role, envelope) in ceremony.proposal.files {
      guard case .integer(let version)? = envelope.signed["version"], published[role.string] == version else {
        throw CommandError(
          .failed, "state_not_reached",
          "'\(role)' was handed over, but the registry has version \(published[role.string] ?? 0) of it",
          hint: "somebody may have published at the same moment; 'relctl audit list' shows who")
      }
    }
  }

  private static func writeRoot(_ ceremony: Ceremony, to path: String) throws {
    guard let root = ceremony.proposal.root ?? ceremony.current?.root else {
      throw CommandError(.failed, "missing_metadata", "there is no root in this ceremony")
    }
    try FileWriter.create(path, root.bytes)
  }
}
