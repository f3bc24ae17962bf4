import Glibc
import ReleaseTesting
import Testing

@Suite struct PolicyTests {
  private let rule = [
    "policy", "set", "--channel", "production", "--platform", "ios", "--minimum", "4.0.0", "--latest",
    "4.10.0",
    "--app-store-id", "1234567890", "--message", "Please update.",
  ]
  private let question = [
    "policy", "check", "--channel", "production", "--platform", "ios", "--wrapper-version",
  ]

  private func status(_ registry: RunningRegistry, _ wrapper: String) throws -> String? {
    try JSON(try registry.relctl(question + [wrapper, "--output", "json"]).output)["status"]?.string
  }

  @Test func `decides once it is active, and until it is not`() throws {
    let registry = try RunningRegistry()
    let set = try registry.relctl(rule + ["--output", "json"])
    let id = try #require(try JSON(set.output)["id"]?.string)
    #expect(try status(registry, "3.9.0") == "current")
    #expect(try registry.relctl("policy", "activate", id).output.hasPrefix("This policy is now active.\n"))
    #expect(try status(registry, "3.9.0") == "updateRequired")
    #expect(try status(registry, "4.9.1") == "updateAvailable")
    #expect(try status(registry, "4.10.0-rc.1") == "updateAvailable")
    #expect(try status(registry, "4.10.0") == "current")
    let dry = try registry.relctl("policy", "deactivate", id, "--dry-run")
    #expect(dry.output.hasPrefix("dry run: it would be inactive.\n"), "\(dry)")
    #expect(try status(registry, "3.9.0") == "updateRequired")
    let deactivated = try registry.relctl("policy", "deactivate", id)
    #expect(deactivated.output.hasPrefix("This policy is now inactive.\n"), "\(deactivated)")
    let again = try registry.relctl("policy", "deactivate", id)
    #expect(again.output.hasPrefix("This policy was inactive already.\n"), "\(again)")
    #expect(try status(registry, "3.9.0") == "current")
    #expect(try registry.relctl("policy", "list").output.contains(id))
    #expect(try registry.relctl("policy", "show", id).output.contains("Please update."))
  }

  @Test func `says what a wrapper is told, and why`() throws {
    let registry = try RunningRegistry()
    #expect(try registry.relctl(rule + ["--activate"]).status == 0)
    let told = try registry.relctl(question + ["4.4.0", "--expect", "updateAvailable"])
    #expect(told.output.hasPrefix("updateAvailable: 4.4.0 is below the latest version 4.10.0.\n"), "\(told)")
    #expect(told.status == 0)
    let json = try registry.relctl(question + ["4.4.0", "--output", "json"])
    #expect(try JSON(json.output)["reason"]?.string == "below_latest_version")
    let nobody = try registry.relctl(
      "policy", "check", "--channel", "beta", "--platform", "ios", "--wrapper-version", "4.4.0")
    #expect(nobody.output.hasPrefix("current: no active policy is about this wrapper.\n"), "\(nobody)")
    let unmet = try registry.relctl(question + ["4.4.0", "--expect", "current"])
    #expect(
      unmet.error == """
        error: ios wrapper 4.4.0 on production was to be told 'current', but is told 'updateAvailable' \
        (expectation_not_met)

        """)
    #expect(unmet.status == 6)
  }

  @Test func `is not called saved when the server has something else`() throws {
    let folder = try TemporaryFolder()
    let token = try folder.write("rrt_secret\n".utf8, to: "some.token")
    chmod(token, 0o600)
    let policy =
      #"{"data":{"id":"pol_00000001","channel":"production","platform":"ios","minimumVersion":"4.0.0","#
      + #""latestVersion":"4.9.0","appStoreId":"1234567890","message":"Please update.","active":false}}"#
    try withRawServer { request, _, connection in
      connection.answer(request.method == "POST" ? 201 : 200, body: Array(policy.utf8))
    } _: { server in
      let outcome = try Relctl.run(rule + ["--server", server.url, "--token-file", token])
      #expect(outcome.error.contains("(state_not_reached)\n"), "\(outcome)")
      #expect(outcome.error.contains("it is '4.9.0', not '4.10.0'"), "\(outcome)")
      #expect(outcome.status == 1)
    }
  }

  @Test func `is refused with everything that is wrong with it`() throws {
    let registry = try RunningRegistry()
    let outcome = try registry.relctl(
      "policy", "set", "--channel", "production", "--platform", "android", "--minimum", "5.0.0", "--latest",
      "4.0.0",
      "--package-name", "nodots", "--activate")
    for code in ["minimum_above_latest", "invalid_package_name"] {
      #expect(outcome.error.contains("(\(code))\n"), "\(outcome)")
    }
    #expect(outcome.status == 2)
    let short = try registry.relctl(
      "policy", "set", "--channel", "production", "--platform", "ios", "--minimum", "v4", "--latest", "4.5",
      "--app-store-id", "12x")
    for text in [
      "--minimum", "invalid_minimum_version", "--latest", "invalid_latest_version", "invalid_app_store_id",
    ] {
      #expect(short.error.contains(text), "\(short)")
    }
    #expect(try registry.relctl("policy", "list", "--output", "json").output == "[]\n")
  }

  @Test func `shows beforehand whom it would tell something else`() throws {
    let registry = try RunningRegistry()
    let policy = """
      {"channel": "production", "platform": "android", "minimumVersion": "4.0.0", "latestVersion": "4.6.0",
       "packageName": "com.example.app"}
      """
    let file = try registry.folder.write(policy.utf8, to: "policy.json")
    let fleet = try registry.folder.write(
      "wrapperVersion,count\n3.9.0,1\n4.6.0, 20\r\n4.5.9,300\n".utf8, to: "fleet.csv")
    let outcome = try registry.relctl("policy", "simulate", "--file", file, "--fleet", fleet)
    #expect(
      outcome.output == """
        WRAPPER  COUNT  TODAY    THEN
        3.9.0    1      current  updateRequired   changes
        4.6.0    20     current  current
        4.5.9    300    current  updateAvailable  changes

        301 of 321 wrappers would be told something else than today.

        """)
    let misspelled = try registry.folder.write(
      policy.replacing("packageName", with: "packagename").utf8, to: "misspelled.json")
    let unknown = try registry.relctl("policy", "simulate", "--file", misspelled, "--fleet", fleet)
    #expect(
      unknown.error == """
        error: '\(misspelled)': 'packagename' is not a member of a policy; did you mean 'packageName'? \
        (invalid_policy_file)
        hint: write {"channel": "production", "platform": "ios", "minimumVersion": "4.0.0", "latestVersion": "4.6.0"}, and \
        if need be appStoreId, packageName, storeUrl and message

        """)
    #expect(unknown.status == 2)
    let made = try registry.relctl(
      "policy", "set", "--channel", "production", "--platform", "android", "--minimum", "4.0.0", "--latest",
      "4.6.0",
      "--package-name", "com.example.app", "--output", "json")
    let id = try #require(try JSON(made.output)["id"]?.string)
    let shown = try registry.folder.write(
      registry.relctl("policy", "show", id, "--output", "json").output.utf8, to: "shown.json")
    let again = try registry.relctl("policy", "simulate", "--file", shown, "--fleet", fleet)
    #expect(again.output == outcome.output, "\(again)")
    let bad = try registry.folder.write("4.5,1\n4.5.0\n4.5.0,-1\n".utf8, to: "bad.csv")
    let refused = try registry.relctl("policy", "simulate", "--file", file, "--fleet", bad)
    for line in ["line 1", "line 2", "line 3"] { #expect(refused.error.contains(line), "\(refused)") }
    #expect(refused.error.hasPrefix("error: '\(bad)' has 3 bad lines (invalid_fleet_file)\n"))
    #expect(refused.status == 2)
  }
}
