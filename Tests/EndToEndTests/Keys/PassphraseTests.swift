import Glibc
import ReleaseTesting
import Testing

@Suite struct PassphraseTests {
  private let ring: KeyRing

  init() throws { ring = try KeyRing() }

  @Test func `comes from the environment`() throws {
    let variable = ["RELCTL_KEY_PASSPHRASE": "from the environment"]
    #expect(try ring.key(["generate", "release-1"], passphraseFile: nil, environment: variable).status == 0)
    try ring.write("from the environment\n", to: "same", mode: 0o600)
    #expect(try ring.publicKey(of: "release-1", passphraseFile: "same") == ring.text("keys/release-1.pub"))
  }

  @Test func `is needed`() throws {
    let outcome = try ring.key(["generate", "release-1"], passphraseFile: nil)
    #expect(outcome.status == 2 && outcome.error.contains("(missing_passphrase)"), "\(outcome)")
    #expect(try ring.folder.names(in: "keys") == [])
  }

  @Test(
    arguments: [
      ("", 0o600, "invalid_passphrase_file"), ("\n", 0o600, "invalid_passphrase_file"),
      ("one\ntwo\n", 0o600, "invalid_passphrase_file"), ("one\n", 0o640, "insecure_passphrase_file"),
      ("one\n", 0o604, "insecure_passphrase_file"),
    ] as [(String, UInt32, String)])
  func `comes from a file of one line that nobody else reads`(content: String, mode: UInt32, code: String)
    throws
  {
    try ring.write(content, to: "other", mode: mode)
    let outcome = try ring.key(["generate", "release-1"], passphraseFile: "other")
    #expect(outcome.status == 2 && outcome.error.contains("(\(code))"), "\(outcome)")
    #expect(try ring.folder.names(in: "keys") == [])
  }

  @Test func `is asked for twice and not shown`() throws {
    let (end, shown) = try generate(typing: ["secret one\n", "secret one\n"])
    #expect(end == .exited(0), "\(shown)")
    #expect(!shown.contains("secret"))
    try ring.write("secret one\n", to: "typed", mode: 0o600)
    #expect(try ring.publicKey(of: "release-1", passphraseFile: "typed") == ring.text("keys/release-1.pub"))
  }

  @Test(
    arguments: [
      (["secret one\n", "secret two\n"], "passphrase_not_repeated"), (["\n"], "empty_passphrase"),
      (["\u{4}"], "empty_passphrase"),
    ] as [([String], String)])
  func `is refused when it is empty or typed differently`(typed: [String], code: String) throws {
    let (end, shown) = try generate(typing: typed)
    #expect(end == .exited(1), "\(shown)")
    #expect(shown.contains("(\(code))"), "\(shown)")
    #expect(try ring.folder.names(in: "keys") == [])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `leaves a terminal that shows what is typed when it is interrupted`(signal: Int32) throws {
    let terminal = try Terminal()
    let child = try start(terminal)
    _ = try terminal.read(until: ": ")
    #expect(!terminal.echoes)
    child.send(signal: signal)
    #expect(child.wait() == .killed(signal: signal))
    #expect(terminal.echoes)
  }

  private func start(_ terminal: Terminal) throws -> ChildProcess {
    try ChildProcess(
      Relctl.path, ["key", "generate", "release-1", "--keys", ring.folder.path("keys")], environment: [:],
      input: terminal.slave, error: terminal.slave)
  }

  private func generate(typing lines: [String]) throws -> (end: ChildProcess.End, shown: String) {
    let terminal = try Terminal()
    let child = try start(terminal)
    var shown = ""
    for line in lines {
      shown += try terminal.read(until: ": ")
      terminal.type(line)
    }
    let end = child.wait()
    // Typed after whatever the command said last, and shown, so that the end of it is known.
    try #require(terminal.echoes)
    terminal.type("the test ends")
    return (end, shown + (try terminal.read(until: "the test ends")))
  }
}
