import HTTPClient
import ReleaseModel
import ReleaseTrust

/// `relctl release promote CHANNEL VERSION --to CHANNEL`
enum ReleasePromote {
  private static let target = Argument.requiredOption(
    "--to", "CHANNEL", "the channel to publish it on", parse: Channel.init(parsing:))
  private static let wrapperRange = Argument.option(
    "--wrapper-range", "RANGE", "other wrappers than on the first channel", parse: ReleaseGates.gate)
  private static let apiContractRange = Argument.option(
    "--api-contract-range", "RANGE", "other API contracts than on the first channel", parse: ReleaseGates.gate
  )

  static let command = Command(
    "promote", "Publish the same bytes, with the same ranges, on another channel",
    discussion: "It may be repeated: a release that is there already stays as it is.",
    arguments: [
      ReleaseArguments.channel, ReleaseArguments.version, target, wrapperRange, apiContractRange,
      TrustArguments.signWith, TrustArguments.trustRoot, CommonArguments.dryRun,
    ] + KeyArguments.secret + ServerArguments.all,
    examples: [
      .init("Beta was happy", "relctl release promote beta 2.14.0 --to production")
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let client = try RegistryClient(invocation, needsToken: true)
    let version = try invocation[ReleaseArguments.version]
    let source = ReleaseResource(
      client: client, channel: try invocation[ReleaseArguments.channel], version: version)
    let copy = ReleaseResource(client: client, channel: try invocation[target], version: version)
    let original = try source.read()
    let name = "\(version) on \(copy.channel)"
    var body: [String: JSONValue] = ["channel": .string(copy.channel.name)]
    if let range = try invocation[wrapperRange] { body["wrapperRange"] = .string(range.description) }
    if let range = try invocation[apiContractRange] { body["apiContractRange"] = .string(range.description) }
    if try invocation[CommonArguments.dryRun] {
      let isThere = try copy.readIfPresent() != nil
      try invocation.console.show(
        ReleaseReport.one(
          original,
          saying: isThere
            ? "dry run: \(name) exists already." : "dry run: \(name) would be published with these bytes."))
      return .ok
    }
    try promote(source, to: copy, body, invocation)
    let promoted = try copy.read()
    guard promoted["artifactSha256"] == original["artifactSha256"] else {
      throw CommandError(
        .integrity, "artifact_mismatch", "\(name) has other bytes than \(version) on \(source.channel)")
    }
    try invocation.console.show(
      ReleaseReport.one(promoted, saying: "\(name) is \(promoted["state"]?.text ?? "there")."))
    return .ok
  }

  private static func promote(
    _ source: ReleaseResource, to copy: ReleaseResource, _ body: [String: JSONValue], _ invocation: Invocation
  ) throws {
    func send(_ body: [String: JSONValue]) throws {
      _ = try source.client.admin(
        .init(
          method: .post, path: source.path + ["promote"], body: .object(body),
          idempotencyKey: IdempotencyKey.random()))
    }
    let isThere = try copy.readIfPresent().map { $0["state"]?.text != ReleaseState.draft.rawValue } ?? false
    guard !isThere, let signer = try ReleaseSigner(for: copy.channel, of: source.client, invocation) else {
      return try send(body)
    }
    let original = try SignedRelease(published: source, signer.trust)
    let (wrappers, contracts) = (try invocation[wrapperRange], try invocation[apiContractRange])
    try signer.sign { sequence in
      SignedRelease(
        channel: copy.channel, version: copy.version, sequence: sequence, artifact: original.artifact,
        sizeBytes: original.sizeBytes, tree: original.tree, entryFile: original.entryFile,
        gates: ReleaseGates(
          wrapperRange: wrappers ?? original.gates.wrapperRange,
          apiContractRange: contracts ?? original.gates.apiContractRange))
    } _: { signing in
      try send(body.merging(["signing": signing]) { _, new in new })
    }
  }
}

extension SignedRelease {
  /// What was signed of a release at its publish, and not what the registry says of it now.
  fileprivate init(published release: ReleaseResource, _ trust: VerifiedTrust) throws {
    let path = ReleaseRole.path(of: release.version, on: release.channel)
    guard
      let file = trust.offline.channels[ReleaseRole.name(of: release.channel)]?.content.targets[path]
    else {
      throw CommandError(
        .integrity, "release_not_signed",
        "\(release.version) on \(release.channel) is not signed, so it is not promoted",
        hint: "publish it again, under a new version")
    }
    try self.init(file, at: path)
  }
}
