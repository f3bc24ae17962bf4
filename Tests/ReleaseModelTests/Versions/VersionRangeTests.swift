import Foundation
import ReleaseModel
import Testing

@Suite struct VersionRangeTests {
  @Test func `agrees with node-semver on every row of its verdicts`() throws {
    let table = try #require(
      Bundle.module.url(forResource: "semver-ranges", withExtension: "tsv", subdirectory: "Resources"))
    let text = try String(contentsOf: table, encoding: .utf8)
    var rows = 0
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == 3)
      #expect(
        Self.verdict(range: fields[0], version: fields[1]) == fields[2],
        "range '\(fields[0])', version '\(fields[1])'")
      rows += 1
    }
    #expect(rows == 4_000)
  }

  @Test func `spaces inside a range are not stripped`() {
    #expect(Self.verdict(range: ">= 5.7.0 <= 5.7.4", version: "5.7.3") == "true")
    #expect(Self.verdict(range: ">= 5.7.0 <= 5.7.4", version: "5.7.5") == "false")
  }

  @Test(arguments: [
    ("1.0.x", [false, true, true, false]), ("1.0", [false, true, true, false]),
    ("~1.0", [false, true, true, false]), ("^1.0.0", [false, true, true, true]),
    ("*", [true, true, true, true]), ("1.0.0 - 1.0.2", [false, true, false, false]),
  ])
  func `x-ranges, partial ranges and hyphen ranges match what they say`(range: String, inside: [Bool]) {
    let verdicts = ["0.9.9", "1.0.0", "1.0.9", "1.1.0"].map { Self.verdict(range: range, version: $0) }
    #expect(verdicts == inside.map(String.init))
  }

  @Test(arguments: [
    // How operators, prefixes and versions may be apart.
    ("~ > 1.2", "1.2.9", "true"), ("~> 1", "1.9.0", "true"), ("~ >1.2", "1.3.0", "false"),
    ("^ v1.2.3", "1.9.0", "true"), ("=v1.2.3", "1.2.3", "true"), ("= v1.2.3", "1.2.3", "true"),
    ("v1.2.3", "1.2.3", "true"), ("> = 1", "1.0.0", "invalid"), ("~> = 1", "1.0.0", "invalid"),
    ("==1.2.3", "1.2.3", "invalid"), ("==1.2", "1.2.3", "true"), ("v= 1", "1.0.0", "invalid"),
    (">=1.0.0<2.0.0", "1.5.0", "invalid"), ("1.2.3-dev = 1.2.3-dev", "1.2.3-dev", "true"),
    ("~", "0.0.1", "invalid"),
    // Hyphen ranges.
    ("1 - v2.1", "2.1.9", "true"), ("1.2.3 - 2", "2.9.9", "true"), ("* - 2", "0.0.0", "true"),
    ("1 - = v2.1.0-rc.1", "2.1.0-rc.1", "true"), ("1 - = 2.1.0", "2.0.0", "invalid"),
    ("1 -2", "1.0.0", "invalid"),
    ("1 - 2 3", "1.0.0", "invalid"),
    // Wildcards.
    ("1.x.3", "1.9.9", "true"), ("1.x.3-rc.1", "1.0.0-rc.1", "false"), (">x", "1.0.0", "false"),
    ("<*", "0.0.0", "false"), (">=*", "0.0.1", "true"), ("<= x", "9.9.9", "true"), ("> 1", "1.9.9", "false"),
    ("> 1", "2.0.0", "true"), ("<=1.2", "1.2.9", "true"), ("<1.2", "1.2.0-rc.1", "false"),
    ("X", "1.0.0", "true"), ("*1.2.3", "1.2.3", "invalid"),
    // Prereleases.
    (">=1.2.3-rc.1 <2", "1.2.3-rc.2", "true"), (">=1.2.3-rc.1 <2", "1.2.4-rc.2", "false"),
    ("^1.2.3-rc.1", "1.2.3", "true"), ("<2.0.0", "2.0.0-rc.1", "false"),
    ("<2.0.0-rc.2", "2.0.0-rc.1", "true"),
    ("* || 1.2.3-rc.1", "1.2.3-rc.1", "false"), (">=0.0.0 || 1.2.3-rc.1", "1.2.3-rc.1", "false"),
    ("1.2.3-rc.1 || ", "1.2.3-rc.1", "false"), ("1.2.3-rc.1 || 2", "1.2.3-rc.1", "true"),
    // Zero, build metadata, numbers of any length.
    ("^0.0.3", "0.0.4", "false"), ("^0.2.3", "0.2.9", "true"), ("^0", "0.9.9", "true"),
    ("^0.0", "0.0.9", "true"),
    ("^0.0.x", "0.1.0", "false"), ("1.2.3+a", "1.2.3+b", "true"), (">1.2.3+a", "1.2.3+b", "false"),
    ("^18446744073709551615.1.0", "18446744073709551615.9.0", "true"),
    ("^18446744073709551615.1.0", "18446744073709551616.0.0", "false"),
    ("~1.99999999999999999999", "1.99999999999999999999.7", "true"),
    ("~1.99999999999999999999", "1.100000000000000000000.0", "false"),
    ("<=99999999999999999999", "99999999999999999999.5.0", "true"),
  ])
  func `follows the grammar where it is easily misread`(range: String, version: String, verdict: String) {
    #expect(Self.verdict(range: range, version: version) == verdict)
  }

  @Test(arguments: [
    "latest", "1.2.3.4", ">=01.2.3", "^^1", "~~1", ">>1", "=>1", "1.2-rc.1", "1.2.3-", "1.2.3+", "^1 || bad",
    "|",
    "1 | 2", "1.2.é", "1\u{a0}- 2", "\u{0}", "1.2.3 - ", "- 1", ">", "1,2", "[1.0,2.0)", ">=1.0.0 and <2.0.0",
  ])
  func `refuses what is not a range and shows the place`(text: String) throws {
    let error = try #require(throws: ModelError.self) { try VersionRange(parsing: text) }
    #expect(error.code == .invalidRange)
    #expect(error.message.contains("cannot read '") && error.message.contains("write for example"))
  }

  @Test func `refuses a range of more than 1024 bytes`() throws {
    let longest = String(repeating: "1||", count: 341) + "1"
    #expect(longest.utf8.count == VersionRange.maximumLength)
    #expect(try VersionRange(parsing: longest).contains(SemanticVersion(parsing: "1.2.3")))
    #expect(try codes { _ = try VersionRange(parsing: longest + " ") } == ["invalid_range"])
  }

  @Test func `keeps its text, and equals the same text alone`() throws {
    let range = try VersionRange(parsing: " >= 1.2  || v3 ")
    #expect(range.description == " >= 1.2  || v3 ")
    #expect(try JSONDecoder().decode(VersionRange.self, from: JSONEncoder().encode(range)) == range)
    #expect(try range != VersionRange(parsing: ">=1.2 || v3"))
  }

  static func verdict(range: String, version: String) -> String {
    do {
      return try VersionRange(parsing: range).contains(SemanticVersion(parsing: version)) ? "true" : "false"
    } catch {
      return "invalid"
    }
  }
}
