import Glibc
import ReleaseTesting
import Testing

/// How relctl finds its server, guards its token and tells what answered.
@Suite struct ConnectionTests {
  private func tokenFile(_ folder: TemporaryFolder, mode: mode_t = 0o600) throws -> String {
    let path = try folder.write("rrt_secret\n".utf8, to: "some.token")
    chmod(path, mode)
    return path
  }

  @Test func `refuses a token file that others may read`() throws {
    let folder = try TemporaryFolder()
    let path = try tokenFile(folder, mode: 0o640)
    let outcome = try Relctl.run([
      "release", "list", "beta", "--server", "http://127.0.0.1:9", "--token-file", path,
    ])
    #expect(
      outcome.error == """
        error: the token file '\(path)' can be read by others (mode 0640) (insecure_token_file)
        hint: chmod 600 \(path)

        """)
    #expect(outcome.status == 2)
  }

  @Test func `says that nothing answers`() throws {
    let outcome = try Relctl.run([
      "check", "web", "--channel", "production", "--wrapper-version", "4.5.0", "--server",
      "http://127.0.0.1:1",
    ])
    #expect(outcome.error.contains("(unreachable)\n"), "\(outcome)")
    #expect(outcome.status == 4)
  }

  struct Answer: CustomTestStringConvertible, Sendable {
    let status: Int
    let body: String
    let code: String
    let exit: Int32
    var field = ""

    var testDescription: String { "\(status) \(body)" }
  }

  @Test(arguments: [
    Answer(
      status: 403,
      body: #"{"type":"about:blank","title":"Forbidden","status":403,"code":"forbidden","detail":"no"}"#,
      code: "forbidden", exit: 3),
    // To wait for longer than two minutes is the caller's decision.
    Answer(
      status: 429,
      body: #"{"status":429,"code":"too_many_failed_attempts","detail":"try again in 600 seconds"}"#,
      code: "too_many_failed_attempts", exit: 3, field: "Retry-After: 600"),
    Answer(status: 404, body: "<html>not here</html>", code: "http_404", exit: 3),
    Answer(status: 500, body: "oops", code: "http_500", exit: 4),
    Answer(status: 200, body: "<html>a sign-in page</html>", code: "invalid_response", exit: 4),
  ])
  func `tells what answered`(_ answer: Answer) throws {
    let folder = try TemporaryFolder()
    let token = try tokenFile(folder)
    try withRawServer { _, _, connection in
      connection.answer(
        answer.status, fields: ["X-Request-Id: req-7", answer.field].filter { !$0.isEmpty },
        body: Array(answer.body.utf8))
    } _: { server in
      let arguments = ["release", "list", "beta", "--server", server.url, "--token-file", token]
      let outcome = try Relctl.run(arguments)
      #expect(outcome.error.contains("(\(answer.code))\n"), "\(outcome)")
      #expect(outcome.status == answer.exit)
      let json = try JSON(try Relctl.run(arguments + ["--output", "json"]).error)
      #expect(json["error", "code"]?.string == answer.code)
      #expect(json["error", "exitStatus"] == .integer(Int(answer.exit)))
      if answer.status >= 400 { #expect(json["error", "requestId"]?.string == "req-7") }
    }
  }

  @Test func `takes server and token from a profile, and sends its token nowhere else`() throws {
    let home = try TemporaryFolder()
    let token = try tokenFile(home)
    let ok = Array(#"{"data":[],"page":{"hasMore":false,"nextCursor":null}}"#.utf8)
    try withRawServer { _, _, connection in
      connection.answer(200, body: ok)
    } _: { server in
      let config = """
        {"profiles": {"staging": {"server": "\(server.url)", "tokenFile": "\(token)"}}}
        """
      try home.write(config.utf8, to: ".config/relctl/config.json")
      let environment = ["HOME": home.path]
      let list = ["release", "list", "beta"]
      let named = try Relctl.run(list + ["--profile", "staging"], environment: environment)
      #expect(named.output == "There are no releases on 'beta'.\n", "\(named)")
      #expect(server.requests.last?["Authorization"] == "Bearer rrt_secret")

      let elsewhere = try Relctl.run(
        list + ["--profile", "staging", "--server", "http://127.0.0.1:1"], environment: environment)
      #expect(elsewhere.error.contains("(missing_token_file)\n"), "\(elsewhere)")
      let typo = try Relctl.run(list + ["--profile", "stagign"], environment: environment)
      #expect(typo.error.contains("hint: did you mean 'staging'?\n"), "\(typo)")
      #expect(typo.status == 2)
    }
  }

  @Test func `warns when a token would travel unencrypted`() throws {
    let folder = try TemporaryFolder()
    let token = try tokenFile(folder)
    let outcome = try Relctl.run([
      "release", "list", "beta", "--server", "http://registry.invalid", "--token-file", token,
    ])
    #expect(
      outcome.error.hasPrefix(
        "warning: the token travels unencrypted to http://registry.invalid/; use https\n"),
      "\(outcome)")
    #expect(outcome.status == 4)
  }
}
