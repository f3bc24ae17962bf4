import HTTPClient
import ReleaseTrust

/// `relctl trust client [options] init|refresh|download`, the command line that client test suites drive.
enum TrustClient {
  /// What to do.
  enum Verb: String, CaseIterable, Sendable {
    case `init`, refresh, download
  }

  static let metadataFolder = Argument.requiredOption(
    "--metadata-dir", "DIR", "where trusted metadata is kept", suggesting: .folder, parse: Parse.path)
  static let metadataAddress = Argument.option(
    "--metadata-url", "URL", "the repository's folder of metadata", parse: WebAddress.init(parsing:))
  static let targetNames = Argument.repeatedOption(
    "--target-name", "NAME", "a target's path in the repository", parse: Parse.text)
  static let targetFolder = Argument.option(
    "--target-dir", "DIR", "where verified targets are kept", suggesting: .folder, parse: Parse.path)
  static let targetAddress = Argument.option(
    "--target-base-url", "URL", "the repository's folder of targets", parse: WebAddress.init(parsing:))
  static let verb = Argument.positional(
    "VERB",
    "'init' to trust a root, 'refresh' to update the metadata, 'download' to refresh and fetch targets",
    suggesting: .choices(Verb.allCases.map(\.rawValue)), parse: Parse.choice(Verb.self))
  static let rootFile = Argument.optionalPositional(
    "ROOT", "for init: the root metadata to start from", suggesting: .file, parse: Parse.path)

  static let command = Command(
    "client", "Be a client of any repository of The Update Framework",
    discussion: """
      Keeps root.json, timestamp.json, snapshot.json, targets.json and ROLE.json for each delegated role as they were
      received, and targets under their percent-encoded paths. Whatever is not trusted is not kept. Every failure ends
      with status 1, as the suites that test clients expect.
      """,
    arguments: [
      metadataFolder, metadataAddress, targetNames, targetFolder, targetAddress, verb, rootFile,
    ],
    examples: [
      .init("Trust a root", "relctl trust client --metadata-dir metadata init root.json"),
      .init(
        "Update the metadata",
        "relctl trust client --metadata-url https://example.com/metadata --metadata-dir metadata refresh"),
      .init(
        "Fetch a target",
        "relctl trust client --metadata-url https://example.com/metadata --metadata-dir metadata"
          + " --target-name app.zip --target-dir targets --target-base-url https://example.com/targets download"
      ),
    ],
    failsWithOne: true
  ) { invocation in
    let verb = try invocation[verb]
    if verb != .`init`, let extra = try invocation[rootFile] {
      throw CommandError(
        .usage, "unexpected_argument", "'\(extra)' is one argument too many; only init takes a root")
    }
    switch verb {
    case .`init`: try trust(needed(rootFile, verb, invocation), invocation)
    case .refresh: try refresh(invocation)
    case .download: try download(invocation)
    }
    return .ok
  }

  /// The value of an argument that only some verbs need.
  static func needed<Value>(
    _ argument: Argument<Value?>, _ verb: Verb, _ invocation: Invocation
  ) throws -> Value {
    guard let value = try invocation[argument] else {
      throw CommandError(
        .usage, "missing_argument",
        "\(argument.declaration.spelling) is missing: \(argument.declaration.help)",
        hint: "'\(verb.rawValue)' needs it")
    }
    return value
  }
}
