import FoundationEssentials
import HTTPClient
import ReleaseModel
import WrapperSimulation

/// `relctl policy simulate --file POLICY.json --fleet FLEET.csv`
enum PolicySimulate {
  private static let file = Argument.requiredOption(
    "--file", "POLICY.json",
    "the policy to try: JSON, also as 'relctl policy show ID --output json' prints it",
    suggesting: .file, parse: Parse.path)
  private static let fleet = Argument.requiredOption(
    "--fleet", "FLEET.csv", "lines 'wrapperVersion,count', or any file for 'relctl wrapper simulate'",
    suggesting: .file, parse: Parse.path)

  static let command = Command(
    "simulate", "See whom a policy would tell something else than today, before it is active",
    discussion: """
      A policy file is an object with the members channel, platform, minimumVersion and latestVersion, and if need be
      appStoreId, packageName, storeUrl and message:

      {"channel": "production", "platform": "ios", "minimumVersion": "4.0.0", "latestVersion": "4.6.0",
      "appStoreId": "1234567890"}

      What 'relctl policy show' prints besides (\(shownBesides.sorted().joined(separator: ", "))) may be in it and changes nothing.
      """,
    arguments: [file, fleet] + ServerArguments.all,
    examples: [
      .init(
        "Begin with the policy of today, and change its versions",
        "relctl policy show pol_00000012 --output json > policy.json"),
      .init("Who would be forced to update?", "relctl policy simulate --file policy.json --fleet fleet.csv"),
    ]
  ) { try run($0) }

  /// The members of a policy that the registry adds to it.
  private static let shownBesides: Set<String> = ["id", "active", "createdAt", "updatedAt", "revision"]

  private static let hint =
    #"write {"channel": "production", "platform": "ios", "minimumVersion": "4.0.0", "latestVersion": "4.6.0"}, and if "#
    + "need be appStoreId, packageName, storeUrl and message"

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[file]
    let draft: NativePolicyDraft
    do {
      let bytes = try FileReader.read(path).bytes
      try JSONValue(parsing: bytes).requireMembers(
        NativePolicyDraft.fields, besides: shownBesides, each: "a member of a policy")
      draft = try JSONDecoder().decode(NativePolicyDraft.self, from: Data(bytes))
    } catch let error as InvalidValue {
      throw CommandError(.usage, "invalid_policy_file", "'\(path)': \(error.message)", hint: hint)
    } catch let error as DecodingError {
      throw CommandError(
        .usage, "invalid_policy_file", "'\(path)' is not a policy: \(DecodingProblem.text(error))",
        hint: hint)
    }
    do throws(FieldErrors) {
      _ = try NativePolicyRule(checking: draft)
    } catch {
      throw CommandError(error).naming("'\(path)'")
    }
    let fleet = try FleetReading.rows(of: invocation[fleet])
    let client = try RegistryClient(invocation, needsToken: true)
    let answer = try client.admin(
      .init(
        method: .post, path: ["policies", "simulate"],
        body: ["policy": try JSONValue(encoding: draft), "fleet": .array(fleet.map(json))])
    ).data
    try invocation.console.show(report(on: answer))
    return .ok
  }

  private static func json(_ row: FleetRow) -> JSONValue {
    ["wrapperVersion": .string(row.wrapperVersion.description), "count": .integer(row.count)]
  }

  private static func report(on answer: JSONValue) -> Report {
    let wrappers = answer["wrappers"]?.elements ?? []
    let rows = wrappers.map { wrapper in
      ["wrapperVersion", "count", "today", "then"].map { wrapper[$0]?.shown ?? "" }
        + [wrapper["changes"]?.bool == true ? "changes" : ""]
    }
    let changed = answer["changedCount"]?.shown ?? "0"
    let total = answer["totalCount"]?.shown ?? "0"
    return Report(
      json: answer,
      text: .parts([
        .table(
          Table(
            columns: ["WRAPPER", "COUNT", "TODAY", "THEN", ""], rows: rows, whenEmpty: "The fleet is empty.")),
        .lines(["\(changed) of \(total) wrappers would be told something else than today."]),
      ]))
  }
}
