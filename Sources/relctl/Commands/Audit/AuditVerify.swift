import ReleaseModel

/// `relctl audit verify`
enum AuditVerify {
  static let command = Command(
    "verify", "Check that no row of the audit log was changed, removed or slipped in",
    discussion: """
      Note the last hash somewhere else: a log that was cut short still fits together, but ends in another hash.
      Exits with status 5 when a row does not fit.
      """,
    arguments: ServerArguments.all,
    examples: [.init("Is the log whole?", "relctl audit verify")]
  ) { invocation in
    let client = try RegistryClient(invocation, needsToken: true)
    let verdict = try client.admin(.init(path: ["audit", "verify"])).data
    let count = verdict["rowCount"]?.shown ?? "0"
    guard verdict["isIntact"]?.bool == true else {
      throw CommandError(
        .integrity, "audit_chain_broken",
        "row \(verdict["firstBrokenNumber"]?.shown ?? "?") of the audit log does not fit; the \(count) before it do",
        hint: "compare the database with a backup from before the change")
    }
    try invocation.console.show(
      Report(
        json: verdict,
        text: .lines(["All \(count) rows fit together; the last hash is \(verdict["lastHash"]?.text ?? "")."])
      ))
    return .ok
  }
}
