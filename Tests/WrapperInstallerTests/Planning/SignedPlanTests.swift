import ReleaseBundle
import ReleaseModel
import ReleaseTrust
import Testing

@testable import WrapperInstaller

/// The plan of a device that pinned a root: when it refreshes, and what is final.
@Suite struct SignedPlanTests {
  private let production: Channel

  init() throws { production = try Channel(parsing: "production") }

  /// What is signed at some moment: these offers, and which of them are paused.
  private func signed(_ offers: [LatestRelease], paused: [LatestRelease] = []) -> SignedChannel {
    let releases = offers.map(SignedRelease.init)
    var said = ReleaseStates.Withdrawals()
    said.paused = Set(paused.map(\.releaseVersion))
    return SignedChannel(
      production,
      releases: TargetsMetadata(
        version: 1, expires: Timestamp(secondsSinceEpoch: 0),
        targets: Dictionary(releases.map { ($0.path, $0.targetFile) }) { first, _ in first }),
      states: ReleaseStates([production: said]))
  }

  /// The names of the actions that follow each other, and the version that is held back at the end.
  private func course(
    _ events: [InstallPlan.Event], running: ReleaseRecord? = nil
  ) throws -> (actions: [String], heldBack: String?) {
    var plan = InstallPlan(
      DeviceFacts(
        channel: production, wrapperVersion: try SemanticVersion(parsing: "4.5.0"),
        pointer: pointer(current: running), blocked: BlockedList(), builtInVersion: nil, hasBuiltIn: false,
        limits: .standard, requiresSignatures: true))
    let actions = [name(plan.start)] + events.map { name(plan.next(after: $0)) }
    return (actions, plan.heldBack?.version.description)
  }

  private func name(_ action: InstallPlan.Action) -> String {
    switch action {
    case .refresh: "refresh"
    case .ask: "ask"
    case .look: "look"
    case .activate: "activate"
    case .finish(.refused(_, let reason, _)): reason.rawValue
    case .finish(.distrusted(_, let distrust)): distrust.code.rawValue
    case .finish(.alreadyCurrent): "current"
    case .finish(.nothingOffered): "nothing"
    case .finish(.offline(let reason, _)): "offline \(reason)"
    default: "\(action)"
    }
  }

  private func answered(_ offer: LatestRelease) -> InstallPlan.Event {
    .answered(.release(offer), currentIsComplete: true)
  }

  private let unreachable = InstallPlan.Event.answered(
    .unreachable(reason: "timeout", message: ""), currentIsComplete: true)
  private let distrusted = InstallPlan.Event.distrusted(
    Distrust(TrustError(.versionRollback, "it falls")))

  @Test func `a signed answer needs one refresh`() throws {
    let offer = try offer("1.0.0")
    let course = try course([.refreshed(signed([offer])), answered(offer)])
    #expect(course.actions == ["refresh", "ask", "look"])
    #expect(course.heldBack == nil)
  }

  @Test func `nothing is asked before the metadata is trusted`() throws {
    #expect(try course([distrusted]).actions == ["refresh", "version_rollback"])
    #expect(try course([unreachable]).actions == ["refresh", "offline timeout"])
  }

  @Test func `an answer that does not fit the metadata is judged by newer metadata, once`() throws {
    let offer = try offer("1.0.0")
    let unsigned: [InstallPlan.Event] = [.refreshed(signed([])), answered(offer)]
    #expect(try course(unsigned + [.refreshed(signed([offer]))]).actions.suffix(2) == ["refresh", "look"])
    #expect(
      try course(unsigned + [.refreshed(signed([]))]).actions.suffix(2) == ["refresh", "release_not_signed"])
  }

  @Test func `a second refresh that fails decides nothing in the answer's favour`() throws {
    let offer = try offer("1.0.0")
    let unsigned: [InstallPlan.Event] = [.refreshed(signed([])), answered(offer)]
    #expect(try course(unsigned + [distrusted]).actions.last == "version_rollback")
    #expect(try course(unsigned + [unreachable]).actions.last == "release_not_signed")
  }

  /// Running version and sequence, offered version and sequence, whether the running one is paused, and what comes of it.
  @Test(
    arguments: [
      ("1.0.0", 1, "1.1.0", 2, false, "look"), ("2.0.0", 2, "1.0.0", 1, false, "downgrade_refused"),
      ("2.0.0", 2, "1.0.0", 1, true, "look"), ("2.0.0", 2, "3.0.0", 1, false, "downgrade_refused"),
      ("2.0.0", 2, "3.0.0", 1, true, "look"), ("2.0.0", 2, "1.0.0", 3, false, "downgrade_refused"),
      ("2.0.0", 2, "1.0.0", 3, true, "look"), ("2.0.0", 2, "2.0.0", 2, false, "current"),
      ("2.0.0", 2, "2.0.0", 2, true, "release_withdrawn"),
    ] as [(String, Int64, String, Int64, Bool, String)])
  func `the way back is open only from what is withdrawn`(
    running: String, runningSequence: Int64, offered: String, offeredSequence: Int64, isPaused: Bool,
    end: String
  ) throws {
    let (old, new) = (
      try offer(running, sequence: runningSequence), try offer(offered, sequence: offeredSequence)
    )
    let metadata = InstallPlan.Event.refreshed(signed([old, new], paused: isPaused ? [old] : []))
    let events = [metadata, answered(new)]
    let record = try record(running, sequence: runningSequence)
    let first = try course(events, running: record)
    let last = first.actions.last == "refresh" ? try course(events + [metadata], running: record) : first
    #expect(last.actions.last == end)
  }

  @Test func `a release that is missed in both refreshes is held back, one that was paused meanwhile is not`()
    throws
  {
    let (old, new) = (try offer("1.0.0", sequence: 1), try offer("1.1.0", sequence: 2))
    let events: [InstallPlan.Event] = [.refreshed(signed([old, new])), answered(old)]
    let kept = try course(events + [.refreshed(signed([old, new]))])
    #expect(kept.actions == ["refresh", "ask", "refresh", "look"])
    #expect(kept.heldBack == "1.1.0")
    #expect(try course(events + [.refreshed(signed([old, new], paused: [new]))]).heldBack == nil)
    // Whoever can keep the device from refreshing cannot hide with it.
    #expect(try course(events + [unreachable]).heldBack == "1.1.0")
  }

  @Test func `the last look can still refuse`() throws {
    let (old, new) = (try offer("1.0.0", sequence: 1), try offer("2.0.0", sequence: 2))
    var plan = InstallPlan(
      DeviceFacts(
        channel: production, wrapperVersion: try SemanticVersion(parsing: "4.5.0"),
        pointer: pointer(current: nil), blocked: BlockedList(), builtInVersion: nil, hasBuiltIn: false,
        limits: .standard, requiresSignatures: true))
    for event in [.refreshed(signed([old, new], paused: [new])), answered(old)] as [InstallPlan.Event] {
      _ = plan.next(after: event)
    }
    guard case .activate(let offer, _, let lastLook) = plan.next(after: .looked(.complete)) else {
      Issue.record("expected the last step")
      return
    }
    func objection(_ running: ReleaseRecord?, _ blocked: BlockedList = BlockedList()) -> OfferJudgement? {
      lastLook.objection(to: offer, pointer: pointer(current: running), blocked: blocked)
    }
    #expect(objection(nil) == nil)
    #expect(try objection(record("2.0.0", sequence: 2)) == nil)
    #expect(try objection(nil, blocking(record("1.0.0"))) != nil)
    let refused = try #require(try objection(record("3.0.0", sequence: 3)))
    #expect(name(plan.next(after: .objected(refused))) == "downgrade_refused")
  }
}
