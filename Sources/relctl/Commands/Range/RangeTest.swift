import ReleaseModel

/// `relctl range test RANGE VERSION…`, or `--stdin` for a table.
enum RangeTest {
  private static let range = Argument.optionalPositional(
    "RANGE", "a version range in node-semver's grammar, such as '>=4.2.0 <6.0.0'", parse: Parse.text)
  private static let versions = Argument.remaining("VERSION", "versions to try", parse: Parse.text)
  private static let readsInput = Argument.flag(
    "--stdin", "read lines 'range<TAB>version' and add '<TAB>true', '<TAB>false' or '<TAB>invalid' to each")

  static let command = Command(
    "test", "Try which versions a range contains",
    discussion: """
      A version or range that cannot be read is 'invalid'. A prerelease is inside a range only where the range
      names a prerelease of the same major.minor.patch, which is node-semver's rule.
      """,
    arguments: [range, versions, readsInput],
    examples: [
      .init("Which wrappers does this range allow?", "relctl range test '>=4.2.0 <6.0.0' 4.1.9 4.2.0 6.0.0"),
      .init("A whole table at once", "relctl range test --stdin < cases.tsv"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    if try invocation[readsInput] {
      guard try invocation[range] == nil else {
        throw CommandError(.usage, "unexpected_argument", "--stdin takes no RANGE; leave one of them out")
      }
      try RangeTable().run()
      return .ok
    }
    guard let rangeText = try invocation[range] else {
      throw CommandError(
        .usage, "missing_argument", "RANGE is missing", hint: "relctl range test '>=4.2.0 <6.0.0' 4.5.0")
    }
    let texts = try invocation[versions]
    guard !texts.isEmpty else {
      throw CommandError(
        .usage, "missing_argument", "VERSION is missing: name at least one version to try",
        hint: "relctl range test '\(rangeText)' 4.5.0")
    }
    let parsed = try VersionRange(parsing: rangeText)
    try invocation.console.show(report(on: rangeText, texts.map { RangeTrial(parsed, version: $0) }))
    return .ok
  }

  private static func report(on range: String, _ trials: [RangeTrial]) -> Report {
    Report(
      json: [
        "range": .string(range),
        "results": .array(
          trials.map {
            [
              "version": .string($0.version), "contained": .string($0.verdict),
              "detail": $0.detail.map { .string($0) } ?? .null,
            ]
          }),
      ],
      text: .table(
        Table(
          columns: ["VERSION", "CONTAINED", "WHY"],
          rows: trials.map { [$0.version, $0.verdict, $0.detail ?? ""] }, whenEmpty: "no versions")))
  }
}
