import ReleaseModel
import WrapperInstaller

/// `relctl wrapper status --root DIR`
enum WrapperStatus {
  static let command = Command(
    "status", "Read every file on the device again and say what is there",
    discussion: "Exits with status 5 when the current release is damaged.",
    arguments: [WrapperArguments.root],
    examples: [
      .init("What does this device run?", "relctl wrapper status --root phone"),
      .init("For a program", "relctl wrapper status --root phone --output json"),
    ]
  ) { invocation in
    let installer = try WrapperArguments.installer(invocation)
    let status = try waiting { try await installer.status() }
    try invocation.console.show(try report(on: status))
    return status.current != nil && !status.complete ? .integrity : .ok
  }

  private static func report(on status: InstallationStatus) throws -> Report {
    var fields = [Report.Field("current", DeviceReport.release(status.current))]
    if status.current != nil {
      fields.append(Report.Field("complete", status.complete ? "yes" : "no"))
      fields.append(Report.Field("healthy", status.healthy ? "yes" : "no"))
    }
    fields += [
      Report.Field("previous", DeviceReport.release(status.previous)),
      Report.Field("last good", DeviceReport.release(status.lastGood)),
      Report.Field("built in", status.builtIn.map { $0.version ?? $0.folder } ?? "none"),
    ]
    if let current = status.current { fields.append(Report.Field("tree", current.treeSha256)) }
    fields.append(Report.Field("update", DeviceReport.update(status.update)))
    if let launch = status.launch { fields.append(Report.Field("last launch", DeviceReport.launch(launch))) }
    fields.append(Report.Field("trust", DeviceReport.trust(status.trust)))
    if let refusal = status.lastRefusal {
      fields.append(Report.Field("last refusal", DeviceReport.refusal(refusal)))
    }
    let blocked = status.blocked.map {
      [$0.version ?? "unknown", $0.stage.rawValue, $0.code, String($0.count), $0.artifactSha256]
    }
    return Report(
      json: try JSONValue(encoding: status),
      text: .parts([
        .fields(fields),
        .table(
          Table(
            columns: ["BLOCKED", "STAGE", "CODE", "COUNT", "SHA256"], rows: blocked,
            whenEmpty: "Nothing is blocked on this device.")),
        .lines(DeviceReport.notices(status.notices)),
      ]))
  }
}
