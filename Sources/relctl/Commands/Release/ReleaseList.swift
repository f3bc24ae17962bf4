import ReleaseModel

/// `relctl release list [CHANNEL]`
enum ReleaseList {
  private static let channel = Argument.optionalPositional(
    "CHANNEL", "only this channel", parse: Channel.init(parsing:))

  static let command = Command(
    "list", "List releases, the newest first",
    arguments: [channel] + ServerArguments.all,
    examples: [
      .init("What is on production?", "relctl release list production"),
      .init("Everything, for a program", "relctl release list --output json"),
    ]
  ) { invocation in
    let client = try RegistryClient(invocation, needsToken: true)
    let only = try invocation[channel]
    try invocation.console.show(
      ReleaseReport.list(try ReleaseCollection(client: client).all(of: only), of: only?.name))
    return .ok
  }
}
