import ReleaseTesting
import Testing

/// The command line that client test suites drive: options first, and status 0 or 1. What it does with metadata is
/// tested against python-tuf, by Tests/Peers/tuf_interop.py.
@Suite struct TrustClientTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let words: [String]
    let code: String

    var testDescription: String { words.joined(separator: " ") }
  }

  static let cases = [
    Case(words: [], code: "invalid_arguments"),
    Case(words: ["refresh"], code: "missing_argument"),
    Case(words: ["--metadata-dir", "d", "frobnicate"], code: "invalid_value"),
    Case(words: ["--metadata-dir", "d", "--no-such-option", "refresh"], code: "unknown_option"),
    Case(words: ["--metadata-dir", "d", "init"], code: "missing_argument"),
    Case(words: ["--metadata-dir", "d", "init", "no-such-file"], code: "file_unreadable"),
    Case(words: ["--metadata-dir", "d", "init", "root.json"], code: "json_syntax"),
    Case(words: ["--metadata-dir", "d", "refresh"], code: "missing_argument"),
    Case(words: ["--metadata-dir", "d", "--metadata-url", "ftp://h", "refresh"], code: "invalid_value"),
    Case(
      words: ["--metadata-url", "http://127.0.0.1:9", "--metadata-dir", "d", "refresh", "extra"],
      code: "unexpected_argument"),
    Case(
      words: ["--metadata-dir", "d", "--metadata-url", "http://127.0.0.1:9", "refresh"],
      code: "trust_root_missing"),
    Case(
      words: [
        "--metadata-dir", "d", "--metadata-url", "http://127.0.0.1:9", "--target-dir", "t", "download",
      ],
      code: "missing_argument"),
  ]

  @Test(arguments: cases)
  func `fails with status 1 whatever is wrong, and does nothing`(_ expected: Case) throws {
    let folder = try TemporaryFolder()
    try folder.write("no metadata".utf8, to: "root.json")
    let words = expected.words.map { ["d", "t", "root.json"].contains($0) ? folder.path($0) : $0 }
    let outcome = try Relctl.run(["trust", "client"] + words)
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("(\(expected.code))\n"), "\(outcome)")
    #expect(try folder.names(in: "d").isEmpty)
  }

  @Test func `says its status in JSON too`() throws {
    let outcome = try Relctl.run(["trust", "client", "--output", "json", "refresh"])
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("\"exitStatus\":1"))
  }

  @Test func `leaves the rest of its group the usual statuses`() throws {
    #expect(try Relctl.run(["trust", "refresh"]).status == 2)
  }
}
