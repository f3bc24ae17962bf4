import HTTPServer
import ReleaseModel
import ReleaseTrust

/// What `/readyz` says.
private struct Readiness: Encodable {
  let status = "ready"
  let apiContractVersion = APIContract.version
  /// `signed` once there is a trust root; in `development` bundles are checked by hash only.
  let trust: String
  let snapshotSequence: Int64
}

extension Registry {
  /// 200 when the snapshot is loaded, the database answers and the folders of bundles are there; a storage error otherwise.
  func readiness() throws -> Response {
    let snapshot = snapshots.current
    let readiness = Readiness(
      trust: snapshot.trust == nil ? "development" : "signed", snapshotSequence: snapshot.sequence)
    _ = try store.read { session in try session.lastPublication() }
    try folder.requireFolders()
    return Response.json(
      try JSONText.encode(DataEnvelope(data: readiness)),
      headers: ["Cache-Control": "no-store"])
  }

  /// Prometheus text, exposition format 0.0.4.
  func metrics() throws -> Response {
    let counts = try store.scan { session in try session.countsByState() }
    var text = MetricsText()
    text.add(
      "relctl_checks_total", .counter, "Checks answered, by outcome.",
      by: "outcome", counters.counts.map { ($0.outcome, UInt64($0.count)) })
    text.add(
      "relctl_uploads_total", .counter, "Bundles that arrived, by outcome.", by: "outcome", uploads.counts)
    text.add(
      "relctl_report_requests_total", .counter, "Requests with an install report, by what became of them.",
      by: "result", reportCounters.results)
    text.add(
      "relctl_reports_total", .counter, "Install reports accepted, by channel and outcome.",
      by: ("channel", "outcome"), reportCounters.outcomes.map { ($0.channel, $0.outcome, $0.count) })
    text.add(
      "relctl_report_commits_total", .counter, "Transactions that accepted reports were written in.",
      reportCounters.commits)
    text.add(
      "relctl_releases", .gauge, "Web releases, by state.", by: "state",
      ReleaseState.allCases.map { ($0.rawValue, UInt64(counts[$0] ?? 0)) })
    text.add(
      "relctl_snapshot_sequence", .gauge, "The highest sequence number that checks are answered from.",
      UInt64(snapshots.current.sequence))
    text.add(
      "relctl_metadata_expiry_timestamp_seconds", .gauge,
      "When the metadata of a role ends, in seconds since 1970; none in development mode.", by: "role",
      (snapshots.current.trust?.repository.expiries ?? []).map {
        ($0.name.string, UInt64(clamping: $0.expires.secondsSinceEpoch))
      })
    if let server = serverMetrics { text.add(server) }
    return Response(
      200, headers: ["Content-Type": MetricsText.contentType, "Cache-Control": "no-store"],
      body: .bytes(Array(text.text.utf8)))
  }
}

extension MetricsText {
  /// What the HTTP server counts.
  fileprivate mutating func add(_ server: ServerMetrics) {
    add(
      "relctl_http_responses_total", .counter, "Answers, by the class of their status.", by: "class",
      (1..<server.answers.count).map { ("\($0)xx", server.answers[$0]) })
    add(
      "relctl_http_requests_unanswered_total", .counter, "Requests whose client had gone.",
      server.answers.first ?? 0)
    add("relctl_http_requests_in_flight", .gauge, "Requests being handled.", server.requestsInFlight)
    add("relctl_http_connections", .gauge, "Open connections.", server.connections)
    add(
      "relctl_http_connections_timed_out_total", .counter, "Connections that were too slow or idle.",
      server.timedOutConnections)
    add(
      "relctl_http_connections_refused_total", .counter, "Connections over a limit.",
      server.refusedConnections)
  }
}
