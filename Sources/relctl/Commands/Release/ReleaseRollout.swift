import ReleaseModel

/// `relctl release rollout CHANNEL VERSION --basis-points N`
enum ReleaseRollout {
  private static let basisPoints = Argument.requiredOption(
    "--basis-points", "N",
    "the share of devices, in hundredths of a percent (0 nobody, 10000 everybody) or as one, such as 50%",
    parse: BasisPoints.parse)

  static let command = Command(
    "rollout", "Set the share of devices that are offered a release",
    arguments: [ReleaseArguments.channel, ReleaseArguments.version, basisPoints, CommonArguments.dryRun]
      + ServerArguments.all,
    examples: [
      .init("To one device in a hundred", "relctl release rollout production 2.14.0 --basis-points 100"),
      .init("To everybody", "relctl release rollout production 2.14.0 --basis-points 10000"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let resource = ReleaseResource(
      client: try RegistryClient(invocation, needsToken: true),
      channel: try invocation[ReleaseArguments.channel], version: try invocation[ReleaseArguments.version])
    let before = try resource.read()
    let share = Int64(try invocation[basisPoints])
    let name = "\(resource.version) on \(resource.channel)"
    let text = BasisPoints.text(share)
    let change: JSONValue = ["rolloutBasisPoints": .integer(share)]
    if try invocation[CommonArguments.dryRun] {
      try resource.tryPatch(before, change)
      let now = before["rolloutBasisPoints"]?.integer.map(BasisPoints.text) ?? "unknown"
      try invocation.console.show(
        ReleaseReport.one(before, saying: "dry run: the rollout of \(name) is \(now) and would be \(text)."))
      return .ok
    }
    let after = try resource.patch(before, change)
    guard after["rolloutBasisPoints"]?.integer == share else {
      throw CommandError(
        .failed, "state_not_reached", "the rollout of \(name) was to be \(text), but is not",
        hint: "somebody may have changed it at the same moment; 'relctl audit list' shows who")
    }
    let isAlready = before["rolloutBasisPoints"] == after["rolloutBasisPoints"]
    try invocation.console.show(
      ReleaseReport.one(
        after,
        saying: isAlready
          ? "\(name) was offered to \(text) of the devices already."
          : "\(name) is now offered to \(text) of the devices."))
    return .ok
  }
}
