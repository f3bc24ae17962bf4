/// `relctl release show CHANNEL VERSION`
enum ReleaseShow {
  static let command = Command(
    "show", "Show everything about one release",
    arguments: [ReleaseArguments.channel, ReleaseArguments.version] + ServerArguments.all,
    examples: [.init("Which wrappers is this for?", "relctl release show production 2.14.0")]
  ) { invocation in
    let resource = ReleaseResource(
      client: try RegistryClient(invocation, needsToken: true),
      channel: try invocation[ReleaseArguments.channel], version: try invocation[ReleaseArguments.version])
    try invocation.console.show(ReleaseReport.one(try resource.read()))
    return .ok
  }
}
