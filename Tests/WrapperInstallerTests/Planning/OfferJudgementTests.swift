import ReleaseBundle
import ReleaseModel
import Testing

@testable import WrapperInstaller

@Suite struct OfferJudgementTests {
  private func judge(
    _ offer: LatestRelease, running: ReleaseRecord?, previous: ReleaseRecord? = nil,
    blocked: BlockedList = BlockedList(), wrapper: String = "4.5.0", builtIn: String? = nil,
    isComplete: Bool = true, downgrades: DowngradePolicy = .followSelection
  ) throws -> OfferJudgement {
    let facts = DeviceFacts(
      channel: try Channel(parsing: "production"), wrapperVersion: try SemanticVersion(parsing: wrapper),
      pointer: pointer(current: running, previous: previous), blocked: blocked,
      builtInVersion: try builtIn.map { (text) throws in try SemanticVersion(parsing: text) },
      hasBuiltIn: builtIn != nil, limits: .standard, downgrades: downgrades)
    return facts.judge(offer, by: nil, currentIsComplete: isComplete)
  }

  private func reason(_ judgement: OfferJudgement) -> RefusalReason? {
    if case .refuse(let reason, _) = judgement { reason } else { nil }
  }

  /// Running version and sequence, offered version and sequence, and what to make of it.
  @Test(
    arguments: [
      ("1.0.0", 1, "1.1.0", 2, .take(.forward)),
      ("1.9.1", 1, "1.10.0", 2, .take(.forward)),
      ("1.0.0", 1, "1.0.0", 1, .alreadyCurrent),
      // The running one is paused: what is offered in its place was published before it.
      ("2.0.0", 5, "1.9.0", 4, .take(.awayFromWithdrawn)),
      // A higher version that was published before the running one: the same, it only looks like progress.
      ("1.0.0", 5, "2.0.0", 4, .take(.awayFromWithdrawn)),
      // A prerelease is newer than the stable release before it, and older than its own release.
      ("2.0.0-rc.1", 5, "2.0.0", 6, .take(.forward)),
    ] as [(String, Int64, String, Int64, OfferJudgement)])
  func `moves in the direction of the server's choice`(
    running: String, runningSequence: Int64, offered: String, offeredSequence: Int64, expected: OfferJudgement
  ) throws {
    let judgement = try judge(
      offer(offered, sequence: offeredSequence), running: record(running, sequence: runningSequence))
    #expect(judgement == expected)
  }

  @Test(arguments: ["1.9.9", "2.0.0-beta.2", "2.0.0-rc.1"])
  func `a lower version that was published later is no update`(offered: String) throws {
    let judgement = try judge(offer(offered, sequence: 9), running: record("2.0.0", sequence: 5))
    #expect(reason(judgement) == .lowerVersion)
  }

  @Test func `the policy decides about lower versions, so that it can be made stricter`() throws {
    let judgement = try judge(
      offer("1.9.0", sequence: 4), running: record("2.0.0", sequence: 5), downgrades: .never)
    #expect(reason(judgement) == .lowerVersion)
  }

  @Test func `a current release that is not complete any more is taken again`() throws {
    #expect(try judge(offer("1.0.0"), running: record("1.0.0"), isComplete: false) == .take(.repair))
  }

  @Test func `an answer from another channel is refused`() throws {
    #expect(reason(try judge(offer("1.0.0", channel: "beta"), running: nil)) == .wrongChannel)
  }

  @Test(arguments: [("^4.0.0", "4.5.0", true), ("^4.0.0", "5.0.0", false), ("^4.0.0", "4.5.0-pre", false)])
  func `the wrapper range is checked again on the device`(range: String, wrapper: String, isTaken: Bool)
    throws
  {
    let judgement = try judge(offer("1.0.0", wrapperRange: range), running: nil, wrapper: wrapper)
    #expect(reason(judgement) == (isTaken ? nil : .notForThisWrapper))
  }

  @Test func `blocked bytes are refused, and other bytes are tried`() throws {
    let bad = try record("2.0.0")
    #expect(reason(try judge(offer("2.0.0"), running: nil, blocked: blocking(bad))) == .blocked)
    // The same bytes under a new version.
    let renamed = try offer("2.0.1", content: "2.0.0")
    #expect(reason(try judge(renamed, running: nil, blocked: blocking(bad))) == .blocked)
    #expect(try judge(offer("2.0.1"), running: nil, blocked: blocking(bad)) == .take(.forward))
  }

  @Test func `a version that came with other bytes before is refused`() throws {
    let reused = try offer("1.0.0", sequence: 9, content: "other")
    #expect(reason(try judge(reused, running: record("1.0.0"))) == .versionReused)
    #expect(reason(try judge(reused, running: record("1.1.0"), previous: record("1.0.0"))) == .versionReused)
  }

  @Test(arguments: [("3.0.0", true), ("2.0.0", false), ("1.0.0", false)])
  func `nothing below the built-in release is taken`(builtIn: String, isRefused: Bool) throws {
    let judgement = try judge(offer("2.0.0"), running: nil, builtIn: builtIn)
    #expect(reason(judgement) == (isRefused ? .lowerThanBuiltIn : nil))
  }

  @Test func `what this wrapper cannot run any more is no measure`() throws {
    let judgement = try judge(
      offer("1.5.0", sequence: 9, wrapperRange: "^5"),
      running: record("2.0.0", sequence: 5, wrapperRange: "^4"), wrapper: "5.0.0")
    #expect(judgement == .take(.forward))
  }

  @Test func `what is larger than the limits is refused before it is fetched`() throws {
    #expect(reason(try judge(offer("1.0.0", sizeBytes: 1 << 40), running: nil)) == .tooLarge)
  }
}
