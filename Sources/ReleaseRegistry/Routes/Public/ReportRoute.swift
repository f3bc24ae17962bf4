import HTTPServer
import ReleaseModel

/// `POST /mobile-web/reports`: what came of a release on a device.
enum ReportRoute {
  /// The most bytes that a report may have.
  static let maximumBytes: UInt64 = 4_096

  /// What is answered to a report that was accepted, now or before.
  private struct Answer: Encodable {
    let clientMutationId: String
    let accepted = true
  }

  static func register(in router: inout Router, _ registry: Registry) {
    router.register(
      .post, "/mobile-web/reports", maximumBodyBytes: maximumBytes,
      .replying { head in
        try registry.admitReport(head)
        return { body, reply in
          let report = try registry.readReport(body)
          try registry.takeReport(report) { result in
            reply.send { try response(to: report, result.get()) }
          }
        }
      })
  }

  private static func response(
    to report: InstallReport, _ acceptance: ReportAcceptance
  ) throws(RegistryError) -> Response {
    guard acceptance != .conflicting else {
      throw RegistryError(
        .idempotencyConflict,
        "the clientMutationId '\(report.id.text)' was used for another report; give each report a UUID of its own"
      )
    }
    return .json(
      try JSONText.encode(DataEnvelope(data: Answer(clientMutationId: report.id.text))), status: 202,
      headers: ["Cache-Control": "no-store"])
  }
}
