import ReleaseModel

extension OpenAPISchema {
  /// What devices report, and what comes of it.
  static let reports: [String: JSONValue] = [
    "InstallReport": object(
      [
        "clientMutationId": uuid, "channel": reference("Channel"), "releaseVersion": version,
        "releaseSha256": reference("Digest"), "outcome": reference("ReportOutcome"), "stage": nullable(name),
        "code": nullable(name), "wrapperVersion": version, "platform": reference("Platform"),
        "occurredAt": nullable(time),
      ],
      required: [
        "clientMutationId", "channel", "releaseVersion", "releaseSha256", "outcome", "wrapperVersion",
        "platform",
      ]),
    "AcceptedReport": object(
      ["clientMutationId": uuid, "accepted": ["type": "boolean", "const": true]],
      required: ["clientMutationId", "accepted"]),
    "ReportOutcome": oneOf(ReportOutcome.allCases.map(\.rawValue)),
    "Adoption": object(
      [
        "channel": reference("Channel"), "truncated": ["type": "boolean"],
        "releases": list(of: reference("ReleaseAdoption"), maximumCount: Adoption.maximumReleases),
      ], required: ["channel", "releases", "truncated"]),
    "ReleaseAdoption": object(
      [
        "releaseVersion": version, "state": reference("ReleaseState"), "reports": reference("ReportSummary"),
        "wrapperCount": count,
        "wrappers": list(of: reference("WrapperAdoption"), maximumCount: Adoption.maximumWrappers),
      ], required: ["releaseVersion", "state", "reports", "wrapperCount", "wrappers"]),
    "WrapperAdoption": object(
      [
        "wrapperVersion": version, "platform": reference("Platform"), "reports": reference("ReportSummary"),
        "reasons": list(of: reason, maximumCount: Adoption.maximumReasons),
      ], required: ["wrapperVersion", "platform", "reports", "reasons"]),
    "ReportSummary": object(
      [
        "installed": count, "confirmed": count, "rolledBack": count, "failed": count, "firstSeenAt": time,
        "lastSeenAt": time,
      ], required: ["installed", "confirmed", "rolledBack", "failed", "firstSeenAt", "lastSeenAt"]),
  ]

  private static let uuid = text(
    pattern: "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$")
  private static let name = text(pattern: ReportName.pattern)
  private static let version = reference("Version")
  private static let time = reference("Timestamp")
  private static let count = integer(minimum: 0)

  private static let reason = object(
    ["outcome": reference("ReportOutcome"), "stage": name, "code": name, "count": integer(minimum: 1)],
    required: ["outcome", "count"])
}
