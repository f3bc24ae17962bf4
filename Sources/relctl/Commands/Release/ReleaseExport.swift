import ReleaseModel

/// `relctl release export [CHANNEL] --out FILE`
enum ReleaseExport {
  private static let channel = Argument.optionalPositional(
    "CHANNEL", "only this channel", parse: Channel.init(parsing:))
  private static let out = Argument.requiredOption(
    "--out", short: "o", "FILE", "the snapshot to write", suggesting: .file, parse: Parse.path)

  static let command = Command(
    "export", "Write the releases to a file, for 'relctl check web --offline'",
    discussion: "It holds what decides who gets which release: no bundles, tokens or policies.",
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
    let releases = try ReleaseCollection(client: client).all(of: invocation[channel]).map {
      try $0.decoded(as: WebRelease.self)
    }
    let snapshot = OfflineSnapshot(apiContractVersion: try contractVersion(client), releases: releases)
    try FileWriter.replace(path, with: Array((try JSONValue(encoding: snapshot).indented + "\n").utf8))
    invocation.console.show(
      Report(
        json: ["file": .string(path), "releaseCount": .integer(Int64(releases.count))],
        text: .lines(["\(Sentence.count(releases.count, "release")) written to '\(path)'."])))
    return .ok
  }

  /// The contract version that the server was compiled for, as it says itself.
  private static func contractVersion(_ client: RegistryClient) throws -> SemanticVersion {
    let data = try client.answer(client.publicResponse(["readyz"])).data
    guard let text = data["apiContractVersion"]?.text else {
      throw CommandError(
        .unreachable, "invalid_response", "the server does not say for which API contract it was compiled",
        hint: "is this the address of a release registry?")
    }
    return try SemanticVersion(parsing: text)
  }
}
