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
    discussion: """
      It may be repeated: a release that is there already stays as it is. When more than one has to sign, --signing-out and \
      --signing work as for 'relctl release publish'.
      """,
    arguments: [
      ReleaseArguments.channel, ReleaseArguments.version, target, wrapperRange, apiContractRange,
      TrustArguments.signWith, TrustArguments.trustRoot, LifetimeArguments.channel, CommonArguments.dryRun,
    ] + SigningArguments.all + KeyArguments.secret + ServerArguments.all,
    examples: [
      .init("Beta was happy", "relctl release promote beta 2.14.0 --to production")
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    try SigningArguments.requireOne(invocation)
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
    let isThere = try copy.readIfPresent().map { $0["state"]?.text != ReleaseState.draft.rawValue } ?? false
    if !isThere, let path = try invocation[SigningArguments.out] {
      let request = try SigningRequest(to: path, for: copy.channel, of: client, invocation)
      let promotion = try promotion(source, to: copy, request.trust, invocation)
      try invocation.console.show(
        try request.write({ promotion.release($0) }, saying: "\(name) is not published yet."))
      return .ok
    }
    try promote(source, to: copy, isThere: isThere, body, invocation)
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
    _ source: ReleaseResource, to copy: ReleaseResource, isThere: Bool, _ body: [String: JSONValue],
    _ invocation: Invocation
  ) throws {
    func send(_ signing: JSONValue?) throws {
      var body = body
      body["signing"] = signing
      _ = try source.client.admin(
        .init(
          method: .post, path: source.path + ["promote"], body: .object(body),
          idempotencyKey: IdempotencyKey.random()))
    }
    if isThere { return try send(nil) }
    if let file = try invocation[SigningArguments.file] {
      let signatures = try SigningFile(file, invocation)
      let promotion = try promotion(
        source, to: copy, VerifiedTrust(of: source.client, invocation), invocation)
      return try signatures.sign({ promotion.release($0) }, send)
    }
    guard let signer = try ReleaseSigner(for: copy.channel, of: source.client, invocation) else {
      return try send(nil)
    }
    let promotion = try promotion(source, to: copy, signer.trust, invocation)
    try signer.sign({ promotion.release($0) }, send)
  }

  private static func promotion(
    _ source: ReleaseResource, to copy: ReleaseResource, _ trust: VerifiedTrust, _ invocation: Invocation
  ) throws -> SignedPromotion {
    try SignedPromotion(
      of: source, to: copy.channel, wrapperRange: invocation[wrapperRange],
      apiContractRange: invocation[apiContractRange], trust)
  }
}
