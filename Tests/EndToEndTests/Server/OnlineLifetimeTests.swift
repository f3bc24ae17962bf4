import ReleaseModel
import ReleaseTesting
import Testing

/// For how long a registry signs by itself, from its options, the environment and its file.
@Suite struct OnlineLifetimeTests {
  /// How many hours the others outlast the timestamp: the three are signed at one moment.
  private func hoursAboveTimestamp(_ team: SigningTeam) throws -> [String: Int64] {
    let status = try JSON(try team.succeed("trust", "status", "--output", "json").output)
    var expiries: [String: Int64] = [:]
    for role in status["roles"]?.elements ?? [] {
      let text = try #require(role["expires"]?.string)
      expiries[role["role"]?.string ?? ""] = try #require(Timestamp(parsing: text)).secondsSinceEpoch
    }
    let timestamp = try #require(expiries["timestamp"])
    return expiries.filter { ["snapshot", "status"].contains($0.key) }.mapValues { ($0 - timestamp) / 3_600 }
  }

  @Test func `are what the options say, then the environment, then the file; at once, and also shorter ones`()
    throws
  {
    let team = try SigningTeam()
    try team.begin()
    #expect(try hoursAboveTimestamp(team) == ["snapshot": 6 * 24, "status": 6 * 24])

    _ = team.registry.stop()
    let file = try team.registry.folder.write(
      #"{"timestampLifetimeSeconds": 36000, "snapshotLifetimeSeconds": 36000, "statusLifetimeSeconds": 432000}"#
        .utf8, to: "serve.json")
    try team.registry.start(
      ["--config", file, "--timestamp-lifetime", "6h"], environment: ["RELCTL_SNAPSHOT_LIFETIME": "3d"])
    #expect(try hoursAboveTimestamp(team) == ["snapshot": 3 * 24 - 6, "status": 5 * 24 - 6])
  }

  @Test(arguments: ["9m", "367d", "1", "-1d"])
  func `are refused when nothing could keep them`(text: String) throws {
    let outcome = try Relctl.run(["serve", "--data", "nowhere", "--timestamp-lifetime=\(text)"])
    #expect(outcome.status == 2 && outcome.error.contains("--timestamp-lifetime"), "\(outcome)")
  }
}
