import HTTPClient
import ReleaseModel

/// `relctl policy check --channel C --platform P --wrapper-version V`
enum PolicyCheck {
  private static let expectation = Argument.option(
    "--expect", "STATUS",
    "exit with status 6 unless this is the answer: 'current', 'updateAvailable' or 'updateRequired'",
    suggesting: .choices(NativeUpdateStatus.allCases.map(\.rawValue)),
    parse: Parse.choice(NativeUpdateStatus.self))

  static let command = Command(
    "check", "Ask what a wrapper is told about its own version, and why",
    arguments: [
      PolicyArguments.channel, PolicyArguments.platform, CheckWeb.wrapperVersion, expectation,
    ] + ServerArguments.all,
    examples: [
      .init(
        "Must 3.9.0 update?",
        "relctl policy check --channel production --platform ios --wrapper-version 3.9.0"),
      .init(
        "Fail a build if it need not",
        "relctl policy check --channel production --platform ios --wrapper-version 3.9.0 --expect updateRequired"
      ),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let channel = try invocation[PolicyArguments.channel]
    let platform = try invocation[PolicyArguments.platform]
    let wrapper = try invocation[CheckWeb.wrapperVersion]
    let client = try RegistryClient(invocation, needsToken: false)
    let response = try client.publicResponse(
      ["native-app", "updates", "check"],
      query: [
        ("channel", channel.name), ("platform", platform.rawValue), ("wrapperVersion", wrapper.description),
      ])
    let answer = try client.answer(response).data
    if answer["reason"]?.text == NativeUpdateReason.noActivePolicy.rawValue {
      SecondLook.atPolicies(of: platform, on: channel, invocation)
    }
    try invocation.console.show(
      Report(
        json: answer, text: .parts([.lines([sentence(on: answer, wrapper)]), .fields(fields(of: answer))])))
    guard let expected = try invocation[expectation], answer["status"]?.text != expected.rawValue else {
      return .ok
    }
    throw CommandError(
      .expectationNotMet, "expectation_not_met",
      "\(platform.rawValue) wrapper \(wrapper) on \(channel) was to be told '\(expected.rawValue)', "
        + "but is told '\(answer["status"]?.text ?? "nothing")'")
  }

  /// The answer with the reason that the server gives for it.
  private static func sentence(on answer: JSONValue, _ wrapper: SemanticVersion) -> String {
    let status = answer["status"]?.text ?? ""
    let minimum = answer["minimumVersion"]?.text ?? ""
    let latest = answer["latestVersion"]?.text ?? ""
    switch answer["reason"]?.text.flatMap(NativeUpdateReason.init) {
    case .belowMinimumVersion: return "\(status): \(wrapper) is below the minimum version \(minimum)."
    case .belowLatestVersion: return "\(status): \(wrapper) is below the latest version \(latest)."
    case .noActivePolicy: return "\(status): no active policy is about this wrapper."
    case .notBelowLatestVersion: return "\(status): \(wrapper) is not below the latest version \(latest)."
    case nil: return status
    }
  }

  private static func fields(of answer: JSONValue) -> [Report.Field] {
    let fields: [(String, String)] = [
      ("severity", "severity"), ("minimum", "minimumVersion"), ("latest", "latestVersion"),
      ("store URL", "storeUrl"), ("App Store ID", "appStoreId"), ("package name", "packageName"),
      ("message", "message"), ("policy", "policyId"),
    ]
    return fields.compactMap { label, name in answer[name].map { Report.Field(label, $0.shown) } }
  }
}
