import ReleaseModel

/// `relctl release adoption CHANNEL [VERSION]`
enum ReleaseAdoption {
  private static let version = Argument.optionalPositional(
    "VERSION", "only this release", parse: SemanticVersion.init(parsing:))

  static let command = Command(
    "adoption", "See what devices reported of releases: installed, confirmed, rolled back, failed and why",
    discussion: """
      It counts reports, which devices send when they can and which anybody can send. The registry keeps them for 90
      days, and a million at the most.
      """,
    arguments: [ReleaseArguments.channel, version] + ServerArguments.all,
    examples: [
      .init("Does the new release work?", "relctl release adoption production 2.14.0"),
      .init("The newest releases, for a program", "relctl release adoption production --output json"),
    ]
  ) { invocation in
    let client = try RegistryClient(invocation, needsToken: true)
    let channel = try invocation[ReleaseArguments.channel]
    let version = try invocation[version]
    let query = version.map { [(name: "releaseVersion", value: $0.description)] } ?? []
    let answer: JSONValue
    do {
      answer = try client.admin(.init(path: ["channels", channel.name, "adoption"], query: query)).data
    } catch let error as CommandError {
      guard let version else { throw error }
      throw ReleaseResource(client: client, channel: channel, version: version).advising(on: error)
    }
    if answer["releases"]?.elements?.isEmpty == true {
      try ReleaseCollection(client: client).warnAboutEmpty(channel, invocation.console)
    }
    try invocation.console.show(AdoptionReport.of(answer, on: channel))
    return .ok
  }
}
