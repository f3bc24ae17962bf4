import ReleaseModel

/// `relctl release export [CHANNEL] --out FILE`
enum ReleaseExport {
  private static let channel = Argument.optionalPositional(
    "CHANNEL", "only this channel", parse: Channel.init(parsing:))
  private static let out = Argument.requiredOption(
    "--out", short: "o", "FILE", "the snapshot to write", suggesting: .file, parse: Parse.path)

  static let command = Command(
    "export", "Write the releases to a file, for 'relctl check web --offline'",
    discussion: """
      It holds what decides who gets which release, rollouts included: no bundles, tokens or policies. The answers
      are those of the server at that moment, byte for byte.
      """,
    arguments: [channel, out] + ServerArguments.all,
    examples: [
      .init("Take a snapshot", "relctl release export --out releases.json"),
      .init(
        "Ask it later, without a server",
        "relctl check web --offline releases.json --channel production --wrapper-version 4.4.0 --explain"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let client = try RegistryClient(invocation, needsToken: true)
    let path = try invocation[out]
    _ = try OutputPath.resolving(path)
    let releases = try ReleaseCollection(client: client).all(of: invocation[channel]).map {
      try $0.decoded(as: WebRelease.self)
    }
    let snapshot = try snapshot(of: releases, client)
    try FileWriter.replace(path, with: Array((try JSONValue(encoding: snapshot).indented + "\n").utf8))
    try invocation.console.show(
      Report(
        json: ["file": .string(path), "releaseCount": .integer(Int64(releases.count))],
        text: .lines(["\(Sentence.count(releases.count, "release")) written to '\(path)'."])))
    return .ok
  }

  private static func snapshot(
    of releases: [WebRelease], _ client: RegistryClient
  ) throws -> OfflineSnapshot {
    let server = try client.admin(.init(path: ["server"])).data
    guard let contract = server["apiContractVersion"]?.text, let url = server["publicUrl"]?.text else {
      throw CommandError(
        .unreachable, "invalid_response", "the server does not say for which API contract it was compiled",
        hint: "is this the address of a release registry?")
    }
    return OfflineSnapshot(
      apiContractVersion: try SemanticVersion(parsing: contract), publicUrl: url, releases: releases)
  }
}
