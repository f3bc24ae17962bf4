import Foundation
import ReleaseModel
import Testing

@Suite struct SemanticVersionTests {
  @Test(arguments: [
    "0.0.4", "1.2.3", "10.20.30", "1.1.2-prerelease+meta", "1.1.2+meta", "1.1.2+meta-valid", "1.0.0-alpha",
    "1.0.0-beta", "1.0.0-alpha.beta", "1.0.0-alpha.beta.1", "1.0.0-alpha.1", "1.0.0-alpha0.valid",
    "1.0.0-alpha.0valid", "1.0.0-alpha-a.b-c-somethinglong+build.1-aef.1-its-okay", "1.0.0-rc.1+build.1",
    "2.0.0-rc.1+build.123", "1.2.3-beta", "10.2.3-DEV-SNAPSHOT", "1.2.3-SNAPSHOT-123", "1.0.0", "2.0.0",
    "1.1.7",
    "2.0.0+build.1848", "2.0.1-alpha.1227", "1.0.0-alpha+beta", "1.2.3----RC-SNAPSHOT.12.9.1--.12+788",
    "1.2.3----R-S.12.9.1--.12+meta", "1.2.3----RC-SNAPSHOT.12.9.1--.12", "1.0.0+0.build.1-rc.10000aaa-kk-0.1",
    "99999999999999999999999.999999999999999999.99999999999999999", "1.0.0-0A.is.legal", "1.0.0+001",
  ])
  func `reads what SemVer 2.0.0 allows and gives the same text back`(text: String) throws {
    let version = try SemanticVersion(parsing: text)
    #expect(version.description == text)
    #expect(try JSONDecoder().decode(SemanticVersion.self, from: JSONEncoder().encode(version)) == version)
  }

  @Test(arguments: [
    "1", "1.2", "1.2.3-0123", "1.2.3-0123.0123", "1.1.2+.123", "+invalid", "-invalid", "-invalid+invalid",
    "-invalid.01", "alpha", "alpha.beta", "alpha.beta.1", "alpha.1", "alpha+beta", "alpha_beta", "alpha.",
    "alpha..",
    "beta", "1.0.0-alpha_beta", "-alpha.", "1.0.0-alpha..", "1.0.0-alpha..1", "1.0.0-alpha...1", "01.1.1",
    "1.01.1",
    "1.1.01", "1.2.3.DEV", "1.2-SNAPSHOT", "1.2.31.2.3----RC-SNAPSHOT.12.09.1--..12+788", "1.2-RC-SNAPSHOT",
    "-1.0.3-gamma+b7718", "+justmeta", "9.8.7+meta+meta", "9.8.7-whatever+meta+meta", "1.2.3-", "1.2.3+",
    "1.2.3-+b",
    "1.2.3-a.", "1.2.3 ", " 1.2.3", "1.2.3\n", "1.2.3\u{0}", "1.2.٣", "1.2.3-é", "1.2.3-a\u{301}", "１.2.3",
    "",
    "1.2.3-\u{feff}", "1..3", ".2.3", "1.2.", "0x1.2.3", "1e3.0.0", "+1.2.3", "1.-2.3", "00.0.0",
  ])
  func `refuses what SemVer 2.0.0 forbids`(text: String) throws {
    #expect(try codes { _ = try SemanticVersion(parsing: text) } == ["invalid_version"])
  }

  @Test(arguments: [
    ("4.5", "write 4.5.0"), ("4", "write 4.0.0"), ("4.5-rc.1", "write 4.5.0-rc.1"),
    ("v4.5.0", "remove the 'v'"), ("v4.5", "remove the 'v', and write 4.5.0"),
    ("V4.5.0", "remove the 'V'"), ("=4.5.0", "remove the '='"),
    ("04.5.0", "'04' has a leading zero; write 4"),
    ("4.00.0", "'00' has a leading zero; write 0"),
    ("1.2.3.4", "it has 4 numbers; write three, such as 1.2.3"),
    ("", "it is empty; write MAJOR.MINOR.PATCH, such as 4.5.0"), (" 4.5.0", "remove the white space"),
    ("4.5.x", "'x' is not a number"), ("4..0", "a number is missing"), ("latest", "'latest' is not a number"),
    ("4.5.0-01", "'-01' must be"),
  ])
  func `says how to mend what people write`(text: String, advice: String) throws {
    let error = try #require(throws: ModelError.self) { try SemanticVersion(parsing: text) }
    #expect(error.message.contains(advice), "\(error.message)")
    #expect(error.message.contains("'\(text)'"))
  }

  @Test func `refuses a text of more than 240 bytes without repeating all of it`() throws {
    let longest = "1.2." + String(repeating: "3", count: 236)
    #expect(try SemanticVersion(parsing: longest).description == longest)
    let error = try #require(throws: ModelError.self) { try SemanticVersion(parsing: longest + "3") }
    #expect(error.message.contains("more than 240") && error.message.utf8.count < 200)
  }

  @Test func `no 4.1.0 below 4.1.0-beta2, no rc.1 cut off, no text order of numbers, from a shuffled list`()
    throws
  {
    let ordered = [
      "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
      "1.0.0-rc.1", "1.0.0", "1.9.1", "1.10.0", "4.1.0-beta2", "4.1.0", "10.0.0",
    ]
    var generator = SeededGenerator(seed: 1)
    let shuffled = try ordered.shuffled(using: &generator).map(SemanticVersion.init(parsing:))
    #expect(shuffled.sorted().map(\.description) == ordered)
  }

  @Test(arguments: [
    ("1.9.1", "1.10.0"), ("1.0.0", "2.0.0"), ("2.0.0", "2.1.0"), ("2.1.0", "2.1.1"), ("4.1.0-beta2", "4.1.0"),
    ("1.0.0-1", "1.0.0-a"), ("1.0.0-9", "1.0.0-10"), ("1.0.0-A", "1.0.0-a"), ("1.0.0--", "1.0.0-0a"),
    ("1.0.0-rc.1", "1.0.0-rc.1.0"), ("18446744073709551615.0.0", "18446744073709551616.0.0"),
    ("18446744073709551616.0.0", "18446744073709551617.0.0"), ("1.0.0-18446744073709551616", "1.0.0-a"),
    ("99999999999999999999.0.0", "100000000000000000000.0.0"),
    ("0.0.9007199254740992", "0.0.9007199254740993"),
  ])
  func `compares by number, never by text`(lower: String, higher: String) throws {
    let (lower, higher) = (try SemanticVersion(parsing: lower), try SemanticVersion(parsing: higher))
    #expect(lower < higher)
    #expect(!(higher < lower))
    #expect(lower != higher && !lower.hasSamePrecedence(as: higher))
  }

  @Test func `ignores build metadata in the order but not in equality`() throws {
    let (plain, built) = (try SemanticVersion(parsing: "1.0.0"), try SemanticVersion(parsing: "1.0.0+7"))
    #expect(!(plain < built) && !(built < plain))
    #expect(plain.hasSamePrecedence(as: built))
    #expect(plain != built)
  }

  @Test func `refuses JSON that is not a version, with the code and not only a text`() throws {
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(SemanticVersion.self, from: Data(#""4.5""#.utf8))
    }
    guard case .dataCorrupted(let context) = error else { throw error }
    #expect((context.underlyingError as? ModelError)?.code == .invalidVersion)
  }
}
