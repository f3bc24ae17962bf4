import FoundationEssentials
import Testing

@Suite struct RangeTestTests {
  @Test func `adds a verdict to each line and leaves its bytes alone`() throws {
    let lines = [
      (">=1.2.0 <2.0.0\t1.5.0", "true"), ("^1.0.0\t2.0.0", "false"), ("^1.0.0\tv1.0.0x", "invalid"),
      ("not a range\t1.0.0", "invalid"), ("no tab at all", "invalid"), ("", "invalid"), ("\t1.0.0", "true"),
      ("1.x || >=2.5.0\t2.5.0\r", "invalid"), ("a\tb\t1.0.0", "invalid"),
    ]
    let input = lines.map(\.0).joined(separator: "\n")
    let expected = lines.map { "\($0.0)\t\($0.1)" }.joined(separator: "\n")
    let outcome = try Relctl.run(["range", "test", "--stdin"], input: Array(input.utf8))
    #expect(outcome.output == expected)
    #expect(outcome.status == 0)
  }

  @Test func `keeps bytes that are not UTF-8`() throws {
    let input: [UInt8] = [0xff, 0x09, 0x31, 0x0a]
    let outcome = try Relctl.run(["range", "test", "--stdin"], input: input)
    #expect(outcome.output == "\u{fffd}\t1\tinvalid\n")
  }

  @Test func `reads lines that are longer than its buffer`() throws {
    let long = String(repeating: "9", count: 200_000)
    let outcome = try Relctl.run(["range", "test", "--stdin"], input: Array("*\t\(long)\n*\t1.0.0\n".utf8))
    #expect(outcome.output == "*\t\(long)\tinvalid\n*\t1.0.0\ttrue\n")
  }

  @Test func `says why a version is outside`() throws {
    let outcome = try Relctl.run([
      "range", "test", ">=1.0.0 <2.0.0", "1.5.0-rc.1", "2.0.0", "1.5.0", "v1.5.0",
    ])
    #expect(
      outcome.output == """
        VERSION     CONTAINED  WHY
        1.5.0-rc.1  false      a prerelease; no comparator of the range names one of the same major.minor.patch
        2.0.0       false
        1.5.0       true
        v1.5.0      invalid    'v1.5.0' is not a SemVer 2.0.0 version: remove the 'v'

        """)
  }

  @Test func `prints sorted JSON`() throws {
    let outcome = try Relctl.run(["range", "test", "*", "1.0.0", "--output", "json"])
    #expect(
      outcome.output == """
        {
          "range": "*",
          "results": [
            {
              "contained": "true",
              "detail": null,
              "version": "1.0.0"
            }
          ]
        }

        """)
  }

  @Test func `takes what looks like an option after two dashes`() throws {
    let outcome = try Relctl.run(["range", "test", "--", "*", "--stdin"])
    #expect(outcome.output.contains("--stdin  invalid"))
  }
}
