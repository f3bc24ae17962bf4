import ReleaseTesting
import Testing

/// For how long a registry signs by itself, from its options, the environment and its file.
@Suite struct OnlineLifetimeTests {
  private func left(_ team: SigningTeam, _ role: String) throws -> String? {
    let lines = try team.succeed("trust", "status").output.split(separator: "\n")
    let row = lines.first { $0.hasPrefix("\(role) ") }?.split(separator: " ", omittingEmptySubsequences: true)
    // ROLE VERSION EXPIRES N of M LEFT UNIT KEYS
    return row.map { $0[6...7].joined(separator: " ") }
  }

  @Test func `are what the options say, then the environment, then the file; at once, and also shorter ones`()
    throws
  {
    let team = try SigningTeam()
    try team.begin()
    #expect(
      try ["timestamp", "snapshot", "status"].map { try left(team, $0) } == ["23 h", "6 days", "6 days"])

    _ = team.registry.stop()
    let file = try team.registry.folder.write(
      #"{"timestampLifetimeSeconds": 36000, "snapshotLifetimeSeconds": 172800, "statusLifetimeSeconds": 432000}"#
        .utf8,
      to: "serve.json")
    try team.registry.start(
      ["--config", file, "--timestamp-lifetime", "6h"], environment: ["RELCTL_SNAPSHOT_LIFETIME": "3d"])
    #expect(
      try ["timestamp", "snapshot", "status"].map { try left(team, $0) } == ["5 h", "2 days", "4 days"])
  }

  @Test(arguments: ["9m", "367d", "1", "-1d"])
  func `are refused when nothing could keep them`(text: String) throws {
    let outcome = try Relctl.run(["serve", "--data", "nowhere", "--timestamp-lifetime", text])
    #expect(outcome.status == 2 && outcome.error.contains("--timestamp-lifetime"), "\(outcome)")
  }
}
