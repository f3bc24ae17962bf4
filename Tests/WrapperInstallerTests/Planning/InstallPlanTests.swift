import ReleaseBundle
import ReleaseModel
import ReleaseTrust
import Testing

@testable import WrapperInstaller

@Suite struct InstallPlanTests {
  private func plan(_ running: ReleaseRecord? = nil) throws -> InstallPlan {
    InstallPlan(
      DeviceFacts(
        channel: try Channel(parsing: "production"), wrapperVersion: try SemanticVersion(parsing: "4.5.0"),
        pointer: pointer(current: running), blocked: BlockedList(), builtInVersion: nil, hasBuiltIn: false,
        limits: .standard))
  }

  /// The names of the actions that follow each other as the events come in.
  private func actions(_ events: [InstallPlan.Event], running: ReleaseRecord? = nil) throws -> [String] {
    var plan = try plan(running)
    return [name(plan.start)] + events.map { name(plan.next(after: $0)) }
  }

  private func name(_ action: InstallPlan.Action) -> String {
    switch action {
    case .refresh: "refresh"
    case .ask: "ask"
    case .look: "look"
    case .measure: "measure"
    case .fetch: "fetch"
    case .unpack: "unpack"
    case .activate(_, let hasStaging, _): hasStaging ? "activate" : "reuse"
    case .finish(.took): "took"
    case .finish(.alreadyCurrent): "current"
    case .finish(.refused(_, let reason, _)): "refused \(reason.rawValue)"
    case .finish(.distrusted(_, let distrust)): "distrusted \(distrust.code.rawValue)"
    case .finish(.nothingOffered(let reason)): "nothing \(reason)"
    case .finish(.offline(let reason, _)): "offline \(reason)"
    case .fail(let error, .keepDownload): "fail \(error.code.rawValue)"
    case .fail(let error, .keepEverything): "fail \(error.code.rawValue), keep all"
    case .fail(let error, .dropDownload): "fail \(error.code.rawValue), drop"
    case .fail(let error, .block): "fail \(error.code.rawValue), block"
    }
  }

  private func answered(_ offer: LatestRelease) -> InstallPlan.Event {
    .answered(.release(offer), currentIsComplete: true)
  }

  private func fetched(_ offer: LatestRelease, wasResumed: Bool = false) -> InstallPlan.Event {
    .fetched(sizeBytes: offer.sizeBytes, sha256: offer.sha256, wasResumed: wasResumed)
  }

  private func failed(_ code: InstallerError.Code) -> InstallPlan.Event {
    .failed(InstallerError(code, during: .download, "it failed"))
  }

  @Test func `an installation takes its steps in order`() throws {
    let offer = try offer("1.0.0")
    let events: [InstallPlan.Event] = [
      answered(offer), .looked(.missing), .measured(free: 10, needed: 10), fetched(offer), .unpacked,
      .activated,
    ]
    #expect(try actions(events) == ["ask", "look", "measure", "fetch", "unpack", "activate", "took"])
  }

  @Test func `a tree that is complete on disk is not fetched`() throws {
    #expect(
      try actions([answered(offer("1.0.0")), .looked(.complete), .activated]) == [
        "ask", "look", "reuse", "took",
      ])
  }

  @Test func `a tree that is damaged on disk is fetched`() throws {
    #expect(try actions([answered(offer("1.0.0")), .looked(.damaged("x"))]) == ["ask", "look", "measure"])
  }

  @Test func `nothing for you, current and withdrawn are three answers`() throws {
    let running = try record("2.0.0", sequence: 5)
    let nothing = InstallPlan.Event.answered(
      .nothing(reason: "wrapper_out_of_range"), currentIsComplete: true)
    #expect(try actions([nothing], running: running) == ["ask", "nothing wrapper_out_of_range"])
    #expect(try actions([answered(offer("2.0.0", sequence: 5))], running: running) == ["ask", "current"])
    #expect(try actions([answered(offer("1.0.0", sequence: 4))], running: running) == ["ask", "look"])
  }

  @Test func `being offline ends at once`() throws {
    let event = InstallPlan.Event.answered(
      .unreachable(reason: "unreachable", message: ""), currentIsComplete: true)
    #expect(try actions([event]) == ["ask", "offline unreachable"])
  }

  @Test func `too little room ends before anything is fetched`() throws {
    #expect(
      try actions([answered(offer("1.0.0")), .looked(.missing), .measured(free: 9, needed: 10)])
        == ["ask", "look", "measure", "fail not_enough_space"])
  }

  @Test(arguments: [(false, ["fail hash_mismatch, drop"]), (true, ["fetch", "fail hash_mismatch, drop"])])
  func `a wrong hash drops the archive; one that was continued is fetched whole once`(
    wasResumed: Bool, expected: [String]
  ) throws {
    let offer = try offer("1.0.0")
    let wrong = InstallPlan.Event.fetched(
      sizeBytes: offer.sizeBytes, sha256: .sha256(of: [1]), wasResumed: wasResumed)
    let events =
      [answered(offer), .looked(.missing), .measured(free: 1, needed: 1)] + expected.map { _ in wrong }
    #expect(try actions(events).suffix(expected.count) == expected[...])
  }

  @Test func `a hash mismatch says who does such things`() throws {
    var plan = try plan()
    let offer = try offer("1.0.0")
    for event in [answered(offer), .looked(.missing), .measured(free: 1, needed: 1)] {
      _ = plan.next(after: event)
    }
    let action = plan.next(
      after: .fetched(sizeBytes: offer.sizeBytes, sha256: .sha256(of: [1]), wasResumed: false))
    guard case .fail(let error, _) = action else {
      Issue.record("expected a failure")
      return
    }
    #expect(error.stage == .verification)
    #expect(error.message.contains("a proxy or CDN that rewrites zips"))
  }

  @Test func `a wrong length is another code than a wrong hash`() throws {
    let offer = try offer("1.0.0")
    let short = InstallPlan.Event.fetched(sizeBytes: 999, sha256: offer.sha256, wasResumed: false)
    let events = [answered(offer), .looked(.missing), .measured(free: 1, needed: 1), short]
    #expect(try actions(events).last == "fail length_mismatch, drop")
  }

  @Test func `content that can never be installed is blocked, trouble on the way is not`() throws {
    let offer = try offer("1.0.0")
    let before = [answered(offer), .looked(.missing), .measured(free: 1, needed: 1)]
    let unpacking = before + [fetched(offer)]
    #expect(try actions(unpacking + [failed(.bundleRejected)]).last == "fail bundle_rejected, block")
    #expect(try actions(unpacking + [failed(.diskFull)]).last == "fail disk_full")
    #expect(try actions(unpacking + [failed(.treeMismatch)]).last == "fail tree_mismatch")
    #expect(try actions(before + [failed(.downloadInterrupted)]).last == "fail download_interrupted")
    #expect(try actions(before + [failed(.wrongContent)]).last == "fail wrong_content, drop")
    #expect(try actions(unpacking + [.unpacked, failed(.diskFull)]).last == "fail disk_full")
  }
}
