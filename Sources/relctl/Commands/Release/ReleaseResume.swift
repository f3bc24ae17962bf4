import ReleaseModel

/// `relctl release resume CHANNEL VERSION`
enum ReleaseResume {
  static let command = Command(
    "resume", "Offer a paused release again, at its old place in the order",
    arguments: [
      ReleaseArguments.channel, ReleaseArguments.version, ReleaseArguments.optionalReason,
      CommonArguments.dryRun,
    ] + ServerArguments.all,
    examples: [
      .init("It was not the release's fault", "relctl release resume production 2.14.0")
    ]
  ) { invocation in
    try TransitionCommand(transition: .resume, done: "published")
      .run(invocation, reason: invocation[ReleaseArguments.optionalReason])
  }
}
