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
    let collection = ReleaseCollection(client: client)
    let releases = try collection.all(of: only)
    if releases.isEmpty, let only { try collection.warnAboutEmpty(only, invocation.console) }
    try invocation.console.show(ReleaseReport.list(releases, of: only?.name))
    return .ok
  }
}
