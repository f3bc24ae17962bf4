import HTTPServer
import ReleaseModel

/// What `/readyz` says.
private struct Readiness: Encodable {
  let status = "ready"
  let apiContractVersion = APIContract.version
  /// No trust root is set yet: bundles are checked by hash, not by signature.
  let trust = "development"
  let snapshotSequence: Int64
}

extension Registry {
  /// 200 when the snapshot is loaded and the storage answers; a storage error otherwise.
  func readiness() throws -> Response {
    let sequence = snapshots.current.sequence
    _ = try store.read { session in try session.countsByState() }
    return Response.json(
      try JSONText.encode(DataEnvelope(data: Readiness(snapshotSequence: sequence))),
      headers: ["Cache-Control": "no-store"])
  }

  /// Prometheus text, exposition format 0.0.4.
  func metricsText() throws -> Response {
    let counts = try store.read { session in try session.countsByState() }
    var text = """
      # HELP relctl_checks_total Checks answered, by outcome.
      # TYPE relctl_checks_total counter

      """
    for (outcome, count) in counters.counts {
      text += "relctl_checks_total{outcome=\"\(outcome)\"} \(count)\n"
    }
    text += """
      # HELP relctl_releases Web releases, by state.
      # TYPE relctl_releases gauge

      """
    for state in ReleaseState.allCases {
      text += "relctl_releases{state=\"\(state.rawValue)\"} \(counts[state] ?? 0)\n"
    }
    text += """
      # HELP relctl_snapshot_sequence The highest sequence number that checks are answered from.
      # TYPE relctl_snapshot_sequence gauge
      relctl_snapshot_sequence \(snapshots.current.sequence)

      """
    return Response(
      200,
      headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
      body: .bytes(Array(text.utf8)))
  }
}
