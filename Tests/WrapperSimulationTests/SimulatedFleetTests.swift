import ReleaseModel
import Testing

@testable import WrapperSimulation

@Suite struct SimulatedFleetTests {
  private func fleet(
    _ text: String, _ change: (inout SimulatedFleet.Defaults) -> Void = { _ in }
  ) throws -> SimulatedFleet {
    var defaults = SimulatedFleet.Defaults()
    change(&defaults)
    return try SimulatedFleet(FleetFile(parsing: Array(text.utf8)).rows, defaults)
  }

  @Test func `puts wrappers together that are alike in everything`() throws {
    let fleet = try fleet(
      """
      platform,wrapperVersion,installed,count,cohort
      ios,4.6.0,none,10,
      android,4.6.0,none,1,
      ios,4.6.0,none,5,
      ios,4.6.0,none,2,7
      ios,4.5.0,none,0,
      """)
    #expect(fleet.groups.map(\.count) == [15, 1, 2])
    #expect(fleet.groups.map(\.place) == ["line 2", "line 3", "line 5"])
    #expect(fleet.wrapperCount == 18)
  }

  @Test func `a row's own words hold, and the command line's for the others`() throws {
    let fleet = try fleet("wrapperVersion,expect,scenario\n4.6.0,none,disk-full\n4.5.0,,\n") {
      $0.platform = .android
      $0.expectations = [.wayBack]
      $0.scenarios = [.plain, .neverConfirms]
    }
    #expect(
      fleet.groups.map(\.device.name) == [
        "android 4.6.0 with built-in: disk-full", "android 4.5.0 with built-in: plain",
        "android 4.5.0 with built-in: never-confirms",
      ])
    #expect(fleet.groups.map(\.device.expectations) == [[.nothing], [.wayBack], [.wayBack]])
    #expect(fleet.wrapperCount == 2)
  }

  @Test func `a platform that nobody names is refused by its line`() {
    let error = #expect(throws: FieldErrors.self) { try fleet("4.6.0,1\n4.5.0,1\n") }
    #expect(error?.errors.map(\.field) == ["line 1", "line 2"])
  }

  @Test func `more wrappers than can be counted are refused`() {
    #expect(throws: FieldErrors.self) {
      try fleet("4.6.0,\(Int64.max)\n4.5.0,1\n") { $0.platform = .ios }
    }
  }

  @Test(arguments: [
    ("4.6.0,2.12.0,plain", "the channel 'production' has no release 2.12.0"),
    ("4.6.0,2.12.0,plain crashes", "no release 2.12.0"), ("3.0.0,2.13.0,plain", "3.0.0 cannot have it"),
    ("4.6.0,none,wrong-signature", "--trust-root"),
  ])
  func `devices that cannot be are refused by their line`(row: String, objection: String) throws {
    let fleet = try fleet("wrapperVersion,installed,scenario\n4.6.0,2.13.0,plain\n\(row)\n") {
      $0.platform = .ios
    }
    let error = #expect(throws: FieldErrors.self) {
      try fleet.requirePossible(
        with: [try release("2.13.0", for: "^4.0.0")], of: Channel(parsing: "production"), isSigned: false)
    }
    #expect(error?.errors.map(\.field) == ["line 3"])
    #expect(error?.errors.first?.detail.contains(objection) == true)
  }

  private func release(_ version: String, for wrappers: String) throws -> LatestRelease {
    let digest = try Digest(parsing: String(repeating: "0", count: 64))
    return LatestRelease(
      ReleaseCandidate(
        version: try SemanticVersion(parsing: version), state: .published, sequence: 1,
        publishedAt: Timestamp(secondsSinceEpoch: 0),
        gates: ReleaseGates(
          wrapperRange: try VersionRange(parsing: wrappers), apiContractRange: try VersionRange(parsing: "*")),
        artifact: digest, sizeBytes: 1, tree: TreeSummary(sha256: digest, fileCount: 1, unpackedBytes: 1),
        entryFile: "index.html"),
      channel: try Channel(parsing: "production"), publicURL: "http://127.0.0.1")
  }
}
