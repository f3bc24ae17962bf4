import ReleaseModel

/// `relctl release promote CHANNEL VERSION --to CHANNEL`
enum ReleasePromote {
  private static let target = Argument.requiredOption(
    "--to", "CHANNEL", "the channel to publish it on", parse: Channel.init(parsing:))
  static let wrapperRange = Argument.option(
    "--wrapper-range", "RANGE", "other wrappers than on the first channel", parse: ReleaseGates.gate)
  static let apiContractRange = Argument.option(
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
    let promotion = try Promotion(invocation, from: ReleaseArguments.channel, to: target)
    try invocation.console.show(
      try invocation[CommonArguments.dryRun] ? promotion.predict() : promotion.perform())
    return .ok
  }
}
