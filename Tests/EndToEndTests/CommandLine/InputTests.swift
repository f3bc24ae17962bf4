import ReleaseTesting
import Testing

/// Files, words and variables that are not what they should be.
@Suite struct InputTests {
  @Test(arguments: [
    "$relctl check web --channel a --wrapper-version 1.0.0 --offline fifo",
    "$relctl release list --server http://127.0.0.1:9 --token-file fifo",
    "mkdir -p .config/relctl && mv fifo .config/relctl/config.json && HOME=$PWD $relctl release list",
    "$relctl key generate release-1 --keys keys --passphrase-file fifo",
  ])
  func `does not wait for a FIFO`(_ script: String) throws {
    let outcome = try Relctl.shell("mkfifo -m 600 fifo && { \(script); }", in: TemporaryFolder())
    #expect(outcome.error.contains("it is a FIFO, and no file (file_unreadable)\n"), "\(outcome)")
    #expect(outcome.status == 1, "\(outcome)")
  }

  @Test func `reads a pipe that another program writes`() throws {
    let script = "$relctl check web --channel a --wrapper-version 1.0.0 --offline /dev/stdin"
    let outcome = try Relctl.shell("{ sleep 0.1; echo '{}'; } | \(script)", in: TemporaryFolder())
    #expect(outcome.error.contains("'schemaVersion' is missing (invalid_snapshot)\n"), "\(outcome)")
    #expect(outcome.status == 2, "\(outcome)")
  }

  @Test(arguments: [
    (#"$relctl init --data "$(printf '\377\376')""#, #"argument 3 is not UTF-8: '\xff\xfe'"#),
    (#"$relctl "$(printf 'caf\351')""#, #"argument 1 is not UTF-8: 'caf\xe9'"#),
    (
      #"RELCTL_DATA="$(printf '\377')" $relctl init"#,
      "--data: the value of the environment variable RELCTL_DATA is not UTF-8"
    ),
    (
      #"HOME="$(printf '\377')" $relctl key list"#, "the value of the environment variable HOME is not UTF-8"
    ),
  ])
  func `refuses what is not UTF-8`(_ script: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Relctl.shell(script, in: folder)
    #expect(outcome.error.hasPrefix("error: \(message) (not_utf8)\nhint: "), "\(outcome)")
    #expect(outcome.status == 2)
    #expect(try folder.names(in: ".").isEmpty)
  }
}
