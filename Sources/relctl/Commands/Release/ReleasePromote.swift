import HTTPClient
import ReleaseModel

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
      CommonArguments.dryRun,
    ] + ServerArguments.all,
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
      invocation.console.show(
        ReleaseReport.one(
          original,
          saying: isThere
            ? "dry run: \(name) exists already." : "dry run: \(name) would be published with these bytes."))
      return .ok
    }
    _ = try client.admin(
      .init(
        method: .post, path: source.path + ["promote"], body: .object(body),
        idempotencyKey: IdempotencyKey.random()))
    let promoted = try copy.read()
    guard promoted["artifactSha256"] == original["artifactSha256"] else {
      throw CommandError(
        .integrity, "artifact_mismatch", "\(name) has other bytes than \(version) on \(source.channel)")
    }
    invocation.console.show(
      ReleaseReport.one(promoted, saying: "\(name) is \(promoted["state"]?.text ?? "there")."))
    return .ok
  }
}
