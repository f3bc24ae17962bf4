import ReleaseModel
import Testing

@Suite struct PublishWarningTests {
  @Test(arguments: [
    (">=4.2.0-0 <6.0.0", "^3.1.0", []),
    (
      "*", "*",
      [
        "wrapper_range_allows_everything", "api_contract_range_allows_everything",
        "prerelease_wrappers_left_out",
      ]
    ),
    (
      ">=4.2.0", ">=3.0.0",
      [
        "wrapper_range_without_upper_bound", "api_contract_range_without_upper_bound",
        "prerelease_wrappers_left_out",
      ]
    ),
    ("^4.2.0", "^3.1.0", ["prerelease_wrappers_left_out"]),
    ("^4.2.0-rc.1", "^2.0.0", ["api_contract_excludes_server"]),
  ])
  func `warns about ranges that are seldom meant`(
    wrapper: String, contract: String, warnings: [String]
  ) throws {
    let candidate = try candidate("1.0.0", wrapper: wrapper, contract: contract, sequence: 1)
    #expect(PublishWarning.all(for: candidate, in: index()).map(\.code.rawValue) == warnings)
  }

  @Test(arguments: [
    ("^4.0.0", ["^4.0.0"], true), ("^4.0.0", ["^4.1.0"], false),
    ("^4.0.0", ["~4.0.0", ">=4.1.0 <5.0.0"], true),
    ("^4.0.0", ["<4.5.0", ">4.5.0"], false), ("^4.0.0", [], false), ("4.5.0", ["*"], true),
    ("^4.0.0-rc.1", ["^4.0.0"], false), ("^4.0.0-rc.1", ["^4.0.0-beta"], true),
    ("^4.0.0-beta", ["^4.0.0-rc.1"], false), ("4.0.0-rc.1 || ^5", ["^5", "4.0.0-rc.1 - 4.0.0-rc.2"], true),
  ])
  func `warns when higher versions serve every wrapper that it is for`(
    range: String, higher: [String], warned: Bool
  ) throws {
    // As at publish: what is about to be offered is the newest, whatever its version.
    let newest = try candidate("1.0.0", wrapper: range, sequence: 9)
    let others = try higher.enumerated().map { position, range in
      try candidate("2.\(position).0", wrapper: range, sequence: Int64(position + 1))
    }
    let index = ReleaseIndex(others, apiContractVersion: APIContract.version)
    #expect(
      PublishWarning.all(for: newest, in: index).map(\.code).contains(.hiddenBehindNewerRelease) == warned)
  }

  @Test func `does not warn of what is lower, paused, partly rolled out or for another contract`() throws {
    let others = index(
      try candidate("1.0.0", sequence: 1), try candidate("3.0.0", state: .paused, sequence: 3),
      try candidate("4.0.0", sequence: 4, rollout: 9_999), try candidate("5.0.0", contract: "^2", sequence: 5)
    )
    #expect(!others.isBehindHigherVersions(try candidate("2.0.0", sequence: 6)))
  }
}
