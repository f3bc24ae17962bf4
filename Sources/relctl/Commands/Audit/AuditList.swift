import ReleaseModel

/// `relctl audit list`
enum AuditList {
  private static let limit = Argument.option(
    "--limit", "N", "how many, the newest first", default: 50, shownAs: "50",
    parse: Parse.integer(in: 1...10_000))

  static let command = Command(
    "list", "List who changed what, the newest first",
    arguments: [limit] + ServerArguments.all,
    examples: [
      .init("What happened last?", "relctl audit list --limit 10"),
      .init("With the values before and after", "relctl audit list --output json"),
    ]
  ) { invocation in
    let client = try RegistryClient(invocation, needsToken: true)
    let entries = try client.first(try invocation[limit], of: .init(path: ["audit"]))
    let rows = entries.map { record in
      let entry = record["entry"] ?? record
      return [
        record["number"]?.shown ?? "", entry["at"]?.text ?? "", entry["actor"]?["name"]?.text ?? "",
        entry["action"]?.text ?? "", entry["subject"]?.text ?? "", entry["remoteAddress"]?.text ?? "",
        entry["requestId"]?.text ?? "",
      ]
    }
    try invocation.console.show(
      Report(
        json: .array(entries),
        text: .table(
          Table(
            columns: ["NUMBER", "AT", "WHO", "ACTION", "SUBJECT", "FROM", "REQUEST"], rows: rows,
            whenEmpty: "Nothing was changed yet."))))
    return .ok
  }
}
