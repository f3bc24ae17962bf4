import ReleaseTesting
import Testing

/// A device starts and goes on whatever is wrong with the file of profiles, which only reports need.
@Suite struct BrokenProfilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Array("<html></html>".utf8), to: "built-in/index.html")
    try folder.write([], to: "phone/app.db")
  }

  private func wrapper(_ verb: String, _ arguments: [String] = []) throws -> Relctl.Outcome {
    try Relctl.run(
      ["wrapper", verb, "--root", folder.path("phone")] + arguments, environment: ["HOME": folder.path])
  }

  @Test(arguments: [
    ("{", "invalid_config_file"), (#"{"profiles": {"a": {"token": "/t"}}}"#, "invalid_config_file"),
    (#"{"profiles": {}, "defaultProfile": "gone"}"#, "unknown_profile"),
  ])
  func `profiles that cannot be used are no reason to fail`(config: String, code: String) throws {
    try folder.write(Array(config.utf8), to: ".config/relctl/config.json")
    let launch = try wrapper(
      "launch",
      ["--wrapper-version", "4.5.0", "--built-in", folder.path("built-in"), "--output", "json"])
    #expect(launch.status == 0, "\(launch)")
    #expect(launch.error.contains("(\(code))"))
    let token = try #require(try JSON(launch.output)["launch", "token"]?.string)
    for verb in ["confirm", "end"] {
      let outcome = try wrapper(verb, ["--token", token])
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.error.contains("(\(code))"))
    }
    let rollback = try wrapper("rollback")
    #expect(rollback.error.contains("(nothing_to_leave)"), "\(rollback)")
    let list = try wrapper("outbox")
    #expect(list.status == 0 && list.error.isEmpty, "\(list)")
    #expect(try wrapper("outbox", ["--send"]).error.contains("(\(code))"))
    // Whoever tells nothing needs no profile.
    let silent = try wrapper("launch", ["--wrapper-version", "4.5.0", "--no-reports"])
    #expect(!silent.error.contains("(\(code))"), "\(silent)")
  }
}
