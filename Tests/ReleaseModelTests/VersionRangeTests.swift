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

  private static func verdict(range: String, version: String) -> String {
    do {
      return try VersionRange(parsing: range).contains(SemanticVersion(parsing: version)) ? "true" : "false"
    } catch {
      return "invalid"
    }
  }
}
