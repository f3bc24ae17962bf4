import ReleaseModel

/// `relctl release retire CHANNEL VERSION --reason TEXT`
enum ReleaseRetire {
  static let command = Command(
    "retire", "Take a release out of use for ever; its version stays taken",
    discussion: "This cannot be undone. Pause the release instead if it may be offered again.",
    arguments: [
      ReleaseArguments.channel, ReleaseArguments.version, ReleaseArguments.reason, CommonArguments.dryRun,
    ] + ServerArguments.all,
    examples: [
      .init(
        "Nobody shall get this again",
        "relctl release retire production 2.9.0 --reason 'API v2 is switched off'"),
      .init("Look before", "relctl release retire production 2.9.0 --reason 'old' --dry-run"),
    ]
  ) { invocation in
    try TransitionCommand(transition: .retire, done: "retired")
      .run(invocation, reason: invocation[ReleaseArguments.reason])
  }
}
