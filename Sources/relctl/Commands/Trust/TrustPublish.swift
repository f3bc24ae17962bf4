import HTTPClient
import ReleaseModel
import ReleaseTrust

/// `relctl trust publish CEREMONY`
enum TrustPublish {
  static let command = Command(
    "publish", "Hand a signed ceremony to the registry",
    discussion: """
      The registry verifies everything as a device would and takes all of it or nothing. From the first root on, it publishes \
      only releases that are signed. What was published already is found out, and changes nothing.
      """,
    arguments: [TrustArguments.ceremony, TrustArguments.rootOut, KeyArguments.keys, CommonArguments.dryRun]
      + ServerArguments.all,
    examples: [
      .init("The first one", "relctl trust publish ceremony.json --root-out root.json"),
      .init("A later one", "relctl trust publish rotation.json"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[TrustArguments.ceremony]
    let out = try invocation[TrustArguments.rootOut]
    if let out { try FileWriter.requireAbsence(of: out) }
    let ceremony = try CeremonyFile.read(path)
    try requireTrust(ceremony, path)
    try CeremonyReport(ceremony: ceremony, path: path, names: KeyNames.known(to: invocation))
      .requireSignatures()
    RemovedChannels(ceremony).warn(invocation.console)
    let client = try RegistryClient(invocation, needsToken: true)
    let roles = ceremony.proposal.files.map(\.role.string)
    let list = roles.joined(separator: ", ")
    let isTrial = try invocation[CommonArguments.dryRun]
    let published = try hand(ceremony, path, over: client, isTrial: isTrial)
    if isTrial {
      let sentence =
        published == nil
        ? "dry run: this was published already, and nothing would change: \(list)."
        : "dry run: this would be handed over: \(list)."
      try invocation.console.show(
        Report(
          json: ["dryRun": true, "roles": .array(roles.map(JSONValue.string))], text: .lines([sentence])))
      return .ok
    }
    if let published { try confirm(ceremony, published) }
    if let out { try writeRoot(ceremony, to: out) }
    let done = published == nil ? "This was published already: \(list)." : "Published: \(list)."
    try invocation.console.show(
      try TrustStatusReport(
        try published ?? RegistryTrustStatus(of: client), now: Clock.now,
        names: KeyNames.known(to: invocation)
      ).report(saying: [done] + rootAdvice(ceremony, out)))
    return .ok
  }

  /// Where the root is that wrappers pin, or how to get it.
  private static func rootAdvice(_ ceremony: Ceremony, _ out: String?) -> [String] {
    if let out { return ["The root that wrappers pin is in '\(out)'."] }
    guard ceremony.proposal.root != nil else { return [] }
    return ["It brings a root for new wrappers to pin: relctl trust status --root-out FILE writes it."]
  }

  /// A release goes to the registry together with its draft.
  private static func requireTrust(_ ceremony: Ceremony, _ path: String) throws {
    guard let release = ceremony.part?.release else { return }
    throw CommandError(
      .usage, "ceremony_of_release",
      "'\(path)' publishes \(release.version) on \(release.channel), and changes no trust",
      hint: "give the 'relctl release publish' that wrote it again, with --signing \(path)")
  }

  /// Gives it to the registry, which only judges it in a trial; nil when it was published already.
  private static func hand(
    _ ceremony: Ceremony, _ path: String, over client: RegistryClient, isTrial: Bool
  ) throws -> RegistryTrustStatus? {
    let change = RegistryClient.Call(
      method: .post, path: ["trust"], body: try JSONValue(parsing: ceremony.proposal.document),
      idempotencyKey: try IdempotencyKey.random())
    do {
      return RegistryTrustStatus(try client.admin(isTrial ? change.asTrial : change).data)
    } catch var refusal as CommandError where refusal.code == TrustErrorCode.staleMetadata.rawValue {
      if try PublishedCeremony.isThere(ceremony, at: client) { return nil }
      refusal.hint = "somebody published meanwhile: begin again with 'relctl trust rotate'"
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
