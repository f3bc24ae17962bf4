import ReleaseTesting
import Testing

/// What happens to results that cannot be written.
@Suite struct OutputTests {
  @Test(arguments: [
    "$relctl version >/dev/full",
    "$relctl version >&-",
    "$relctl version --output json >/dev/full",
    "$relctl --help >/dev/full",
    "$relctl help release >/dev/full",
    "$relctl completion bash >/dev/full",
    "$relctl range test '>=1.0.0' 1.0.0 >/dev/full",
    #"printf '*\t1.0.0\n' | $relctl range test --stdin >/dev/full"#,
    "$relctl trust client --help >/dev/full",
  ])
  func `is a failure`(_ script: String) throws {
    let outcome = try Relctl.shell(script, in: TemporaryFolder())
    #expect(outcome.error.contains("output_unwritable"), "\(outcome)")
    #expect(outcome.error.contains("cannot write to standard output: "), "\(outcome)")
    #expect(outcome.status == 1)
  }

  @Test func `is a failure with a registry too`() throws {
    let registry = try RunningRegistry()
    for command in [
      "release list", "audit list", "audit verify", "token list",
      "check web --channel a --wrapper-version 1.0.0",
    ] {
      let outcome = try Relctl.shell(
        "$relctl \(command) >/dev/full", in: registry.folder, environment: registry.environment)
      #expect(outcome.error.contains("(output_unwritable)\n"), "\(outcome)")
      #expect(outcome.status == 1)
    }
    registry.kill()
    let doctor = try Relctl.shell("$relctl doctor --data data >/dev/full", in: registry.folder)
    #expect(doctor.error.contains("(output_unwritable)\n"), "\(doctor)")
    #expect(doctor.status == 1)
  }

  @Test(arguments: [">/dev/full", ">&-"])
  func `of init leaves no registry that nobody has the token of`(_ redirection: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Relctl.shell("$relctl init --data data \(redirection)", in: folder)
    #expect(
      outcome.error.hasPrefix(
        "error: no registry was made in 'data': its token could not be shown: cannot write to standard output: "
      ), "\(outcome)")
    #expect(outcome.error.contains("(output_unwritable)\nhint: make it again"), "\(outcome)")
    #expect(outcome.status == 1)
    let again = try Relctl.shell("$relctl init --data data", in: folder)
    #expect(again.status == 0, "\(again)")
    #expect(again.output.split(separator: "\n").last?.hasPrefix("rrt_") == true, "\(again)")
  }

  @Test(arguments: [
    ("", ">/dev/full", "output_unwritable"), ("", ">&-", "output_unwritable"),
    // A disk that takes no byte more.
    ("trap '' XFSZ; ulimit -f 0;", "--token-out ci.token", "file_unwritable"),
  ])
  func `of token create names the token and what to do`(
    _ limit: String, _ output: String, _ code: String
  ) throws {
    let registry = try RunningRegistry()
    // The limit is for files, and what a run says is in one here: its errors go through a pipe.
    let outcome = try Relctl.shell(
      "{ \(limit) $relctl token create --role viewer --name ci \(output); echo \"status $?\" >&2; } 2>&1 >/dev/null | cat >&2",
      in: registry.folder, environment: registry.environment)
    let tokens = try JSON(try registry.relctl("token", "list", "--output", "json").output).elements
    let id = try #require(tokens.first { $0["name"]?.string == "ci" }?["id"]?.string)
    #expect(
      outcome.error.contains("error: the token '\(id)' was made, but its secret is lost: "), "\(outcome)")
    #expect(
      outcome.error.contains("(\(code))\nhint: revoke it with 'relctl token revoke \(id)'"), "\(outcome)")
    #expect(outcome.error.contains("status 1\n"), "\(outcome)")
  }
}
