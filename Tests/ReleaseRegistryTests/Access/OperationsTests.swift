import Foundation
import HTTPClient
import ReleaseModel
import ReleaseTesting
import Testing

/// What the people who run it look at.
@Suite struct OperationsTests {
  @Test func `says that it is up and ready, for which API contract, and that nothing is signed`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    #expect(try registry.get("/healthz").status == 200)
    let ready = try registry.get("/readyz")
    #expect(ready.status == 200)
    #expect(ready.data?["apiContractVersion"] as? String == "3.1.0")
    #expect(ready.data?["trust"] as? String == "development")
    #expect(ready.data?["snapshotSequence"] as? Int == 1)
  }

  @Test(arguments: ["artifacts", "trees", "incoming"])
  func `is not ready without a folder that bundles need, and says which`(name: String) throws {
    let registry = try TestRegistry()
    let folder = registry.folder.path("data/\(name)")
    try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
    let answer = try registry.get("/readyz")
    #expect(answer.status == 503)
    #expect(answer.code == "storage_unavailable")
    #expect(answer.text.contains("'\(name)'"))
    try FileManager.default.moveItem(atPath: folder + ".away", toPath: folder)
    #expect(try registry.get("/readyz").status == 200)
  }

  @Test func `counts checks by outcome, releases by state, and uploads`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    #expect(try registry.draft("2.15.0").status == 201)
    for wrapper in ["4.5.0", "4.5.0", "9.0.0", "4.5"] { _ = try registry.latest(wrapper) }
    _ = try registry.native("4.5.0")
    #expect(try registry.upload(TestRegistry.bundle("2.14.0")).status == 200)
    #expect(try registry.upload([]).status == 422)
    let metrics = try registry.get("/metrics")
    #expect(metrics.fields["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    let lines = Set(metrics.text.split(separator: "\n").map(String.init))
    for line in [
      #"relctl_checks_total{outcome="web_offered"} 2"#, #"relctl_checks_total{outcome="web_nothing"} 1"#,
      #"relctl_checks_total{outcome="native_answered"} 1"#, #"relctl_checks_total{outcome="refused"} 1"#,
      #"relctl_releases{state="published"} 1"#, #"relctl_releases{state="draft"} 1"#,
      #"relctl_releases{state="paused"} 0"#, "relctl_snapshot_sequence 1",
      #"relctl_uploads_total{outcome="stored"} 2"#, #"relctl_uploads_total{outcome="known"} 1"#,
      #"relctl_uploads_total{outcome="refused"} 1"#,
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(metrics.text.contains(#"relctl_http_responses_total{class="2xx"} "#))
  }

  @Test func `tells when the metadata of each role ends, and nothing of it in development mode`() throws {
    let name = "relctl_metadata_expiry_timestamp_seconds"
    let registry = try TestRegistry()
    #expect(try !registry.get("/metrics").text.contains("\(name){"))
    let now = registry.clock.now.secondsSinceEpoch
    try registry.trust(Ceremony(registry, channels: "production").first())
    let days = [
      ("root", 365), ("targets", 365), ("production", 90), ("status", 7), ("snapshot", 7), ("timestamp", 1),
    ]
    #expect(
      try registry.get("/metrics").text.split(separator: "\n").filter { $0.hasPrefix("\(name){") }.map(
        String.init)
        == days.map { role, days in "\(name){role=\"\(role)\"} \(now + Int64(days) * 86_400)" })
  }

  @Test func `every answer has a request id, the client's own when it is well formed`() throws {
    let registry = try TestRegistry()
    for path in ["/healthz", "/nowhere", "/admin/v1/tokens", "/mobile-web/releases/latest"] {
      let first = try #require(try registry.get(path).fields["X-Request-Id"])
      let second = try #require(try registry.get(path).fields["X-Request-Id"])
      #expect(first != second)
    }
    let own = try registry.get("/healthz", fields: ["X-Request-Id": "trace-1"])
    #expect(own.fields["X-Request-Id"] == "trace-1")
  }

  @Test func `what is not there is a problem document`() throws {
    let registry = try TestRegistry()
    for path in ["/", "/admin/v1", "/admin/v1/nothing", "/mobile-web/releases"] {
      let answer = try registry.get(path)
      #expect(answer.status == 404)
      #expect(answer.code == "not_found")
      #expect(answer.fields["Content-Type"] == "application/problem+json")
    }
  }
}
