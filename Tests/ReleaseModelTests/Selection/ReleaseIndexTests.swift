import Glibc
import ReleaseModel
import Testing

@Suite struct ReleaseIndexTests {
  @Test(arguments: [
    ("4.5.0", "2.0.0"), ("4.1.0", "1.0.0"), ("6.0.0", "wrapper_out_of_range"),
    ("4.5.0-rc.1", "wrapper_prerelease_excluded"),
  ])
  func `gives the newest release that the wrapper can run`(wrapper: String, outcome: String) throws {
    let channel = index(
      try candidate("1.0.0", wrapper: "^4.0.0", sequence: 1),
      try candidate("2.0.0", wrapper: ">=4.2.0 <6.0.0", sequence: 2))
    #expect(channel.select(try request(wrapper)).outcome == outcome)
    #expect(channel.explain(try request(wrapper)).selection.outcome == outcome)
  }

  @Test func `prerelease wrapper is told so, not treated as null`() throws {
    let channel = index(try candidate("1.0.0", wrapper: "^1.52.0", sequence: 1))
    #expect(channel.select(try request("1.52.0-pre")).outcome == "wrapper_prerelease_excluded")
    let named = index(try candidate("1.0.0", wrapper: "^1.52.0-0", sequence: 1))
    #expect(named.select(try request("1.52.0-pre")).outcome == "1.0.0")
  }

  @Test func `existing channel with nothing published is no update, like an unknown one`() throws {
    let drafts = index(
      try candidate("1.0.0", state: .draft, sequence: 0), try candidate("2.0.0", state: .paused, sequence: 1))
    #expect(drafts.select(try request("1.0.0")) == index().select(try request("1.0.0")))
    #expect(drafts.select(try request("1.0.0")).outcome == "no_published_release")
  }

  @Test func `newest is by the moment of publishing and then by sequence, not by version`() throws {
    let channel = index(
      try candidate("9.0.0", sequence: 1, publishedAt: 100),
      try candidate("1.0.0", sequence: 2, publishedAt: 200),
      try candidate("2.0.0", sequence: 3, publishedAt: 200))
    #expect(channel.select(try request("1.0.0")).outcome == "2.0.0")
    #expect(channel.candidates.map(\.version.description) == ["2.0.0", "1.0.0", "9.0.0"])
  }

  @Test(arguments: [ReleaseState.draft, .paused, .retired])
  func `only published releases are candidates`(state: ReleaseState) throws {
    let channel = index(
      try candidate("1.0.0", sequence: 1), try candidate("2.0.0", state: state, sequence: 2))
    let (selection, trace) = channel.explain(try request("1.0.0"))
    #expect(channel.select(try request("1.0.0")).outcome == "1.0.0")
    #expect(selection.outcome == "1.0.0")
    #expect(trace.map(\.reason.rawValue) == [state.rawValue, "selected"])
  }

  @Test func `both gates must hold`() throws {
    let channel = index(try candidate("1.0.0", wrapper: "^4.0.0", contract: "^2.0.0", sequence: 1))
    #expect(channel.select(try request("4.0.0")).outcome == "api_contract_mismatch")
    #expect(channel.select(try request("5.0.0")).outcome == "wrapper_out_of_range")
  }

  @Test func `those outside a rollout get the previous release`() throws {
    let channel = index(
      try candidate("1.0.0", sequence: 1), try candidate("2.0.0", sequence: 2, rollout: 0),
      try candidate("3.0.0", sequence: 3, rollout: 5_000, salt: 9))
    let outcomes = try (0...9_999).map { channel.select(try request("1.0.0", cohort: $0)).outcome }
    #expect(Set(outcomes) == ["1.0.0", "3.0.0"])
    #expect((4_700...5_300).contains(outcomes.count { $0 == "3.0.0" }))
    #expect(channel.select(try request("1.0.0")).outcome == "1.0.0")
  }

  @Test func `device without an id is outside, with that reason`() throws {
    let channel = index(try candidate("1.0.0", sequence: 1, rollout: 9_999))
    let (selection, trace) = channel.explain(try request("1.0.0"))
    #expect(selection.outcome == "outside_rollout")
    #expect(channel.select(try request("1.0.0")).outcome == "outside_rollout")
    #expect(trace.map(\.detail) == ["the device sent no cohort, and the rollout is 9999 basis points"])
  }

  @Test func `the reason of no release is that of the newest published one`() throws {
    let channel = index(
      try candidate("1.0.0", wrapper: "^4", contract: "^2", sequence: 1),
      try candidate("2.0.0", wrapper: "^5", sequence: 2), try candidate("3.0.0", state: .paused, sequence: 3))
    #expect(channel.select(try request("4.0.0")).outcome == "wrapper_out_of_range")
  }

  @Test func `says of every candidate why it was passed over`() throws {
    let channel = index(
      try candidate("1.0.0", sequence: 1), try candidate("1.1.0", sequence: 2),
      try candidate("1.2.0", contract: "^2.0.0", sequence: 3),
      try candidate("1.3.0", wrapper: "^5.0.0", sequence: 4),
      try candidate("1.4.0", wrapper: "^4.5.0 || ^4.6.0-rc.1", sequence: 5, rollout: 0),
      try candidate("1.5.0", state: .paused, sequence: 6))
    let trace = channel.explain(try request("4.6.0")).trace
    #expect(
      trace.map { "\($0.releaseVersion) \($0.reason.rawValue)" } == [
        "1.5.0 paused", "1.4.0 outside_rollout", "1.3.0 wrapper_out_of_range", "1.2.0 api_contract_mismatch",
        "1.1.0 selected", "1.0.0 older_than_selected",
      ])
    #expect(trace[2].detail == "wrapper 4.6.0 is not in '^5.0.0'")
    #expect(trace[3].detail == "API contract 3.1.0 is not in '^2.0.0'")
  }

  @Test func `5,000 releases overflow no limit`() throws {
    let releases = try (0..<5_000).map { number in
      try candidate(
        "1.\(number).0", wrapper: "\(number).x || \(number + 10_000).x", sequence: Int64(number + 1))
    }
    let channel = ReleaseIndex(releases, apiContractVersion: APIContract.version)
    for number in [0, 1, 512, 2_499, 4_999] {
      #expect(channel.select(try request("\(number).7.0")).outcome == "1.\(number).0")
    }
    #expect(channel.select(try request("10005.0.0")).outcome == "1.5.0")
    #expect(channel.select(try request("4999999.0.0")).outcome == "wrapper_out_of_range")
  }

  /// A walk over all of them would cost 100 times as much as one over 50; an older release lies a few blocks deeper.
  @Test func `5,000 releases do not slow the check`() throws {
    func cost(releases count: Int) throws -> Int {
      let releases = try (0..<count).map {
        try candidate("1.\($0).0", wrapper: "^\($0).0.0", sequence: Int64($0 + 1))
      }
      let channel = ReleaseIndex(releases, apiContractVersion: APIContract.version)
      let requests = try (0..<50).map { try request("\($0 * count / 50).7.0") }
      // The least of many, because whatever else runs here only adds to it.
      return (0..<100).map { _ in
        let start = Self.nanosecondsOfThisThread
        for request in requests { _ = channel.select(request) }
        return Self.nanosecondsOfThisThread - start
      }.min() ?? 0
    }
    let (few, many) = (try cost(releases: 50), try cost(releases: 5_000))
    #expect(many < 20 * few)
  }

  private static var nanosecondsOfThisThread: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
