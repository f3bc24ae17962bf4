import ReleaseModel

/// `relctl check web --channel C --wrapper-version V`
enum CheckWeb {
  static let channel = Argument.requiredOption(
    "--channel", "CHANNEL", "the channel that the wrapper asks for", parse: Channel.init(parsing:))
  static let wrapperVersion = Argument.requiredOption(
    "--wrapper-version", "VERSION", "the wrapper's version, such as 4.5.0",
    parse: SemanticVersion.init(parsing:))
  private static let cohort = Argument.option(
    "--cohort", "N", "the device's number for phased rollouts, 0 to 9999", parse: Cohort.init(parsing:))
  private static let expectation = Argument.option(
    "--expect", "VERSION|none", "exit with status 6 unless this is the answer",
    parse: WebExpectation.init(parsing:))
  private static let explain = Argument.flag(
    "--explain", "list the releases with the reason why each is chosen or passed over; needs a token")
  private static let limit = Argument.option(
    "--limit", "N",
    "how many releases '--explain' lists, the newest first: \(WebExplanation.standardLimit) without it, "
      + "\(WebExplanation.maximumLimit) at most",
    parse: Parse.integer(in: 1...WebExplanation.maximumLimit))
  private static let offline = Argument.option(
    "--offline", "SNAPSHOT", "decide here, from a file that 'relctl release export' wrote",
    suggesting: .file, parse: Parse.path)

  static let command = Command(
    "web", "Ask which release a wrapper gets, and why",
    arguments: [channel, wrapperVersion, cohort, expectation, explain, limit, offline] + ServerArguments.all,
    examples: [
      .init(
        "What does wrapper 4.4.0 get right now?",
        "relctl check web --channel production --wrapper-version 4.4.0"),
      .init(
        "Why does it not get 2.14.0?",
        "relctl check web --channel production --wrapper-version 4.4.0 --explain"),
      .init(
        "Fail a build when old wrappers would get something else",
        "relctl check web --channel production --wrapper-version 4.1.0 --expect 2.13.0"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let question = WebQuestion(
      channel: try invocation[channel], wrapperVersion: try invocation[wrapperVersion],
      cohort: try invocation[cohort])
    let answer = try answer(to: question, invocation)
    if answer.findsNothingPublished, try invocation[offline] == nil {
      SecondLook.atChannel(question.channel, invocation)
    }
    try invocation.console.show(answer.report)
    guard let expected = try invocation[expectation], !expected.isMet(by: answer) else { return .ok }
    throw CommandError(
      .expectationNotMet, "expectation_not_met",
      "wrapper \(question.wrapperVersion) on \(question.channel) was to get \(expected), but gets \(answer.name)"
    )
  }

  private static func answer(to question: WebQuestion, _ invocation: Invocation) throws -> WebAnswer {
    let limit = try explanationLimit(invocation)
    if let path = try invocation[offline] {
      let snapshot = try OfflineSnapshot(readingFrom: path)
      let answer = try snapshot.answer(to: question, explainingUpTo: limit)
      if answer.findsNothingPublished {
        let channels = Set(snapshot.releases.map(\.channel.name)).sorted()
        ReleaseCollection.warnAboutEmpty(question.channel, among: channels, invocation.console)
      }
      return answer
    }
    let client = try RegistryClient(invocation, needsToken: limit != nil)
    guard let limit else { return try question.answer(from: client) }
    return try question.explanation(from: client, limit: limit)
  }

  /// How many releases are to be explained; nil for none.
  private static func explanationLimit(_ invocation: Invocation) throws -> Int? {
    let wanted = try invocation[limit]
    if try invocation[explain] { return wanted ?? WebExplanation.standardLimit }
    guard wanted == nil else {
      throw CommandError(
        .usage, "invalid_arguments", "--limit says how many releases --explain lists; give both, or neither")
    }
    return nil
  }
}
