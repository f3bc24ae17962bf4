import ReleaseModel
import Testing

@Suite struct VersionRangePropertiesTests {
  @Test(arguments: [
    ("1.2.3", "1.2.3", RangeVerdict.inside), ("^1.52.0", "1.52.0-pre", .prereleaseExcluded),
    ("^1.52.0", "1.53.0-pre", .prereleaseExcluded), ("*", "1.0.0-rc.1", .prereleaseExcluded),
    ("^1.52.0-0", "1.52.0-pre", .inside), ("^1.52.0-0", "1.53.0-pre", .prereleaseExcluded),
    ("^1", "2.0.0-rc.1", .outside), ("^1.52.0-b", "1.52.0-a", .outside),
    ("^2 || ^1.52.0", "1.53.0-pre", .prereleaseExcluded),
  ])
  func `tells a prerelease that only its rule keeps out`(
    range: String, version: String, verdict: RangeVerdict
  ) throws {
    let range = try VersionRange(parsing: range)
    #expect(try range.verdict(for: SemanticVersion(parsing: version)) == verdict)
  }

  @Test(arguments: [
    ("*", true), ("", true), ("^1", true), (">=1 <1.0.0", false), (">2 <1", false), ("<0.0.0", false),
    ("<0.0.0-0", false), ("<*", false), (">1.2.3 <1.2.4", false), (">1.2.3 <1.2.4-0", false),
    (">1.2.3 <1.2.4-1", true), (">=1.2.3-rc.2 <1.2.3-rc.1", false), (">=1.2.3-rc.1 <=1.2.3-rc.1", true),
    (">1.2.3-rc.1 <1.2.3-rc.1.0", false), (">1.2.3-rc.1 <1.2.3-rc.1.1", true), (">2 <1 || 3", true),
    ("1.2.3 1.2.4", false), ("1.2.3 >=1", true), ("1.0.0-rc.1 1.0.0-rc.2", false), (">=2.0.0-0 <2.0.0", true),
    ("10.4.100 - 4.1", false),
  ])
  func `knows whether any version can match`(range: String, satisfiable: Bool) throws {
    #expect(try VersionRange(parsing: range).isSatisfiable == satisfiable)
  }

  @Test(arguments: [
    ("*", true), ("", true), ("x.2", true), (">=0.0.0", true), (">=0", true), ("<1 || >=1", true),
    ("<2 || >=1.5.0", true), ("<1 || >1", false), (">=0.0.1", false), ("^1 || *", true), (">=0.0.0-0", true),
  ])
  func `knows whether every version matches`(range: String, everything: Bool) throws {
    #expect(try VersionRange(parsing: range).allowsEverything == everything)
  }

  @Test(arguments: [
    ("*", false), (">=1", false), ("^1", true), (">=4.2.0 <6.0.0", true), ("^1 || >3", false),
    ("1 - 2", true),
    ("1 - *", false), ("<2 || >3 <3", true),
  ])
  func `knows whether it ends`(range: String, bounded: Bool) throws {
    #expect(try VersionRange(parsing: range).hasUpperBound == bounded)
  }

  @Test(arguments: 0..<10)
  func `what it knows of itself is what its verdicts on all versions say`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<10 {
      let range = try VersionRange(parsing: generator.range())
      let isInside = Self.grid.map(range.contains)
      #expect(range.isSatisfiable == isInside.contains(true), "'\(range)'")
      let stable = zip(Self.grid, isInside).filter { !$0.0.isPrerelease }
      #expect(range.allowsEverything == stable.allSatisfy(\.1), "'\(range)'")
      #expect(try range.hasUpperBound == !range.contains(SemanticVersion(parsing: "5.0.0")), "'\(range)'")
    }
  }

  /// Every version that a random range can tell apart: its own bounds, what follows them, and what lies between.
  private static let grid: [SemanticVersion] = {
    let numbers = 0...4
    let prereleases = [
      "", "-0", "-0.0", "-alpha", "-alpha.0", "-beta.2", "-beta.2.0", "-beta.11", "-beta.11.0", "-rc.1",
      "-rc.1.0",
      "-rc.1.0.0",
    ]
    return numbers.flatMap { major in
      numbers.flatMap { minor in
        numbers.flatMap { patch in
          prereleases.compactMap { try? SemanticVersion(parsing: "\(major).\(minor).\(patch)\($0)") }
        }
      }
    }
  }()
}
