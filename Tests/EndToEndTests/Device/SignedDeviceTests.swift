import ReleaseTesting
import Testing

/// A device that pinned the root of a registry, both real: keys, ceremony, publish, install, pause, and the way back.
@Suite struct SignedDeviceTests {
  private let registry: RunningRegistry
  private let environment: [String: String]

  init() throws {
    registry = try RunningRegistry()
    let keys = registry.folder.path("keys")
    environment = registry.environment.merging([
      "HOME": registry.folder.path("home"), "RELCTL_KEYS": keys,
      "RELCTL_KEY_PASSPHRASE": "a test's passphrase",
      "RELCTL_TRUST_ROOT": registry.folder.path("root.json"),
    ]) { $1 }
    try registry.folder.write([], to: "home/.config/relctl/.keep")
    try relctl("key", "generate", "dev")
    let ceremony = registry.folder.path("ceremony.json")
    try relctl(
      "trust", "init", ceremony, "--root-key", "dev", "--targets-key", "dev", "--channel", "production=dev")
    try relctl("trust", "publish", ceremony, "--root-out", registry.folder.path("root.json"))
  }

  /// Runs a command that has to succeed.
  @discardableResult
  private func relctl(_ arguments: String...) throws -> String {
    let outcome = try Relctl.run(arguments, environment: environment)
    try #require(outcome.status == 0, "\(arguments): \(outcome)")
    return outcome.output
  }

  private func publish(_ version: String) throws {
    let outcome = try Relctl.run(
      registry.publishing(registry.site("site-\(version)"), version) + ["--key", "dev"],
      environment: environment)
    try #require(outcome.status == 0, Comment(rawValue: outcome.description))
  }

  /// Installs as a phone of its own folder, and says what became of it.
  private func install(_ phone: String) throws -> (outcome: String?, current: String?) {
    let outcome = try Relctl.run(
      [
        "wrapper", "install", "--root", registry.folder.path(phone), "--server", registry.url, "--channel",
        "production", "--platform", "ios", "--wrapper-version", "4.5.0", "--trust-root",
        registry.folder.path("root.json"), "--output", "json",
      ])
    let answer = try JSON(outcome.output)
    return (answer["outcome"]?.string, answer["current"]?["version"]?.string)
  }

  @Test func `what a registry signs by itself is trusted, and kept`() throws {
    #expect(try install("phone") == ("nothing_offered", nil))
    let status = try JSON(
      try relctl("wrapper", "status", "--root", registry.folder.path("phone"), "--output", "json"))
    #expect(status["trust"]?["mode"]?.string == "signed")
    #expect(status["trust"]?["rootVersion"] == .integer(1))
    #expect(status["notices"]?.elements.isEmpty == true)
    #expect(
      try registry.folder.names(in: "phone/mobile-web/trust") == [
        ".followed-roots", "production.json", "root.json", "snapshot.json", "status.json", "targets.json",
        "timestamp.json",
      ])
  }

  @Test func `what was signed at publish is installed, and a pause opens the way back`() throws {
    try publish("1.0.0")
    #expect(try install("phone") == ("installed", "1.0.0"))
    try publish("1.1.0")
    #expect(try install("phone") == ("installed", "1.1.0"))
    #expect(try install("phone") == ("current", "1.1.0"))
    try relctl("release", "pause", "production", "1.1.0", "--reason", "it is broken")
    #expect(try install("phone") == ("moved_from_withdrawn", "1.0.0"))
    let status = try JSON(
      try relctl("wrapper", "status", "--root", registry.folder.path("phone"), "--output", "json"))
    #expect(status["trust"]?["mode"]?.string == "signed")
    #expect(status["lastRefusal"]?.string == nil)
    #expect(status["notices"]?.elements.isEmpty == true)
  }

  @Test func `a simulated fleet believes nobody but the keys, whatever lies to it`() throws {
    try publish("1.0.0")
    try publish("1.1.0")
    let fleet = """
      platform,wrapperVersion,installed,expect,scenario
      ios,4.5.0,1.0.0,1.1.0 way-back,plain wrong-signature clock:+10 clock:-10 kill:activating
      ios,4.5.0,1.1.0,1.1.0,plain

      """
    let file = try registry.folder.write(fleet.utf8, to: "fleet.csv")
    let export = registry.folder.path("export")
    try relctl("release", "export", "--folder", export)
    for source in [[], ["--offline", export]] {
      let outcome = try Relctl.run(
        ["wrapper", "simulate", "--fleet", file, "--channel", "production", "--output", "json"] + source,
        environment: environment)
      #expect(outcome.status == 0, "\(source): \(outcome)")
      let devices = try JSON(outcome.output)["devices"]?.elements ?? []
      #expect(
        devices.map { $0["fault", "install", "outcome"]?.string } == [
          nil, "not_trusted", "not_trusted", "installed", "killed", nil,
        ])
      #expect(devices.map { $0["fault", "runs"]?.string } == [nil, "1.0.0", "1.0.0", "1.1.0", "1.0.0", nil])
    }
    try relctl("release", "pause", "production", "1.1.0", "--reason", "it is broken")
    let moved = try Relctl.run(
      ["wrapper", "simulate", "--fleet", file, "--channel", "production", "--expect", "1.0.0"],
      environment: environment)
    #expect(moved.status == 6)
    #expect(
      moved.error.contains("ios 4.5.0 with 1.1.0: plain: it was to run 1.1.0, and runs 1.0.0"), "\(moved)")
  }

  @Test func `a registry that nobody gave a root gets nothing installed`() throws {
    let other = try RunningRegistry()
    let outcome = try Relctl.run([
      "wrapper", "install", "--root", other.folder.path("phone"), "--server", other.url, "--channel",
      "production", "--platform", "ios", "--wrapper-version", "4.5.0", "--trust-root",
      registry.folder.path("root.json"),
    ])
    #expect(outcome.status == 5)
    #expect(outcome.output.contains("timestamp.json"))
  }
}
