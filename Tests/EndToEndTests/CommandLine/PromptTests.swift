import Glibc
import ReleaseTesting
import Testing

/// No command waits for a prompt without a terminal: what it needs is an argument, and what is missing is an error.
@Suite struct PromptTests {
  /// Runs relctl without a terminal, and with an input that stays open and says nothing. A command that asks
  /// something waits until `timeout` ends it.
  private func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Int32 {
    let silence = try ChildProcess.connectedPair()
    defer { silence.forEach { close($0) } }
    let child = try ChildProcess(
      "/usr/bin/setsid", ["--wait", "/usr/bin/timeout", "--kill-after=1", "20", Relctl.path] + arguments,
      environment: environment, input: silence[0])
    guard case .exited(let status) = child.wait() else { return -1 }
    return status
  }

  @Test func `no command waits for a prompt without a terminal when its arguments are missing`() throws {
    let index = try JSON(try Relctl.run(["help", "--output", "json"]).output)
    let commands =
      index["commands"]?.elements.map { $0["command"]?.elements.compactMap(\.string) ?? [] } ?? []
    #expect(commands.count > 30)
    for command in commands {
      let status = try run(command)
      // A client of The Update Framework fails with 1, whatever the reason.
      let expected: Int32 =
        ["version", "help"].contains(command[0]) ? 0 : command == ["trust", "client"] ? 1 : 2
      #expect(status == expected, "relctl \(command)")
    }
  }

  @Test func `every prompt that other tools have is a flag here, and a change is not asked about`() throws {
    let registry = try RunningRegistry()
    let site = try registry.site("one")
    let token = registry.folder.path("viewer.token")
    let policy = [
      "policy", "set", "--channel", "production", "--platform", "ios", "--minimum", "4.0.0", "--latest",
      "4.0.0",
      "--app-store-id", "1234567890", "--activate",
    ]
    let phone = registry.folder.path("phone")
    let device = ["--root", phone, "--wrapper-version", "4.5.0", "--built-in", site]
    for command in [
      registry.publishing(site, "1.0.0"),
      registry.publishing(try registry.site("two"), "2.0.0") + ["--draft"],
      ["release", "pause", "production", "1.0.0", "--reason", "slow"],
      ["release", "resume", "production", "1.0.0"],
      ["release", "promote", "production", "1.0.0", "--to", "beta"],
      ["wrapper", "install", "--channel", "production", "--platform", "ios"] + device,
      ["wrapper", "launch"] + device, ["wrapper", "rollback", "--root", phone],
      ["release", "retire", "production", "1.0.0", "--reason", "over"], policy,
      ["token", "create", "--role", "viewer", "--token-out", token], ["token", "revoke", "tok_00000002"],
      ["init", "--data", registry.folder.path("other")],
      ["backup", "--data", registry.dataFolder, "--to", registry.folder.path("copy")],
    ] {
      #expect(try run(command, registry.environment) == 0, "relctl \(command)")
    }
  }
}
