import ReleaseModel

/// `relctl release pause CHANNEL VERSION --reason TEXT`
enum ReleasePause {
  static let command = Command(
    "pause", "Stop offering a release: once this returns, no device is told to install it",
    arguments: [
      ReleaseArguments.channel, ReleaseArguments.version, ReleaseArguments.reason, CommonArguments.dryRun,
    ] + ServerArguments.all,
    examples: [
      .init("At 3 a.m.", "relctl release pause production 2.14.0 --reason 'white screen on iOS 17'")
    ]
  ) { invocation in
    try TransitionCommand(transition: .pause, done: "paused")
      .run(invocation, reason: invocation[ReleaseArguments.reason])
  }
}
