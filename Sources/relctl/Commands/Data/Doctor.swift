import ReleaseModel
import ReleaseRegistry

/// `relctl doctor --data DIR`
enum Doctor {
  static let command = Command(
    "doctor", "Look over a data folder: missing, changed and forgotten files, and the audit log",
    discussion: """
      It may run while the registry is served, hashes every stored file, and changes nothing. Exits with status 5
      when something is damaged; what is only left over is a warning.
      """,
    arguments: [DataArguments.data],
    examples: [
      .init("Is everything whole?", "relctl doctor --data data"),
      .init("From a timer", "relctl doctor --data /var/lib/release-registry --output json"),
    ]
  ) { invocation in
    let folder = try invocation[DataArguments.data]
    let findings = try RegistryDoctor(dataFolder: folder).examine()
    let isHealthy = !findings.contains { $0.severity == .error }
    try invocation.console.show(
      Report(
        json: [
          "healthy": .bool(isHealthy), "findings": .array(try findings.map { try JSONValue(encoding: $0) }),
        ],
        text: .table(
          Table(
            columns: ["SEVERITY", "CODE", "SUBJECT", "DETAIL"],
            rows: findings.map { [$0.severity.rawValue, $0.code.rawValue, $0.subject, $0.detail] },
            whenEmpty: "'\(folder)' is healthy."))))
    return isHealthy ? .ok : .integrity
  }
}
