import Testing

@testable import WrapperInstaller

@Suite struct UpdatePriorityTests {
  private func declining(_ kind: UpdateDecision.Kind, _ version: String?) -> UpdatePriority.Event {
    .declined(UpdateDecision(kind: kind, version: version, declinedAt: "2026-07-22T06:40:00Z"))
  }

  private func priority(
    _ events: [UpdatePriority.Event], canRestart: Bool = true
  ) -> UpdatePriority {
    var priority = UpdatePriority(canRestart: canRestart)
    for event in events { priority.handle(event) }
    return priority
  }

  private func offer(_ events: UpdatePriority.Event..., canRestart: Bool = true) -> UpdateOffer {
    priority(events, canRestart: canRestart).offer
  }

  private let web = UpdatePriority.Event.webUpdate(.installed(version: "1.1.0"))

  @Test func `offers nothing while nothing is known`() throws {
    #expect(offer() == .nothing)
    #expect(offer(.advised(try advice(.none)), .webUpdate(.none)) == .nothing)
  }

  @Test func `a required native update beats a web update`() throws {
    let required = try advice(.required, latest: "4.6.0")
    #expect(offer(web, .advised(required)) == .nativeRequired(required))
    #expect(offer(.advised(required), web) == .nativeRequired(required))
  }

  /// How a user passes a native update by.
  enum Passing: CaseIterable {
    case declines, comesBackFromStore
  }

  private func passing(_ passing: Passing, _ version: String?) -> UpdatePriority.Event {
    switch passing {
    case .declines: declining(.native, version)
    case .comesBackFromStore: .returnedFromStore
    }
  }

  @Test(arguments: Passing.allCases)
  func `a required native update that the user passes by makes room for the web update, and is no lock`(
    passing: Passing
  ) throws {
    let required = try advice(.required, latest: "4.6.0")
    let passed = self.passing(passing, "4.6.0")
    #expect(offer(.advised(required), passed) == .nothing)
    #expect(offer(.advised(required), passed, web) == .web(version: "1.1.0"))
    #expect(offer(.advised(required), web, passed) == .web(version: "1.1.0"))
    #expect(offer(.advised(required), web, passed, declining(.web, "1.1.0")) == .nothing)
    #expect(priority([.advised(required), web, passed]).decisions.isEmpty)
  }

  @Test(
    arguments: Passing.allCases,
    [NativeUpdateAdvice.Severity.required, .recommended])
  func `a later check that says required restores its priority`(
    passing: Passing, before: NativeUpdateAdvice.Severity
  ) throws {
    let first = try advice(before, latest: "4.6.0")
    let required = try advice(.required, latest: "4.6.0")
    let events: [UpdatePriority.Event] = [.advised(first), web, self.passing(passing, "4.6.0")]
    #expect(priority(events).offer == .web(version: "1.1.0"))
    #expect(priority(events + [.advised(required)]).offer == .nativeRequired(required))
    // It can be passed by once more.
    #expect(
      priority(events + [.advised(required), self.passing(passing, "4.6.0")]).offer == .web(version: "1.1.0"))
  }

  @Test(
    arguments: [("4.6.0", true), ("4.5.9", true), ("4.6.1", false), (nil, false)] as [(String?, Bool)])
  func `coming back from the store counts for the recommended version and lower ones, in this run`(
    later: String?, isLeft: Bool
  ) throws {
    let first = try advice(.recommended, latest: "4.6.0")
    let second = try advice(.recommended, latest: later)
    let after = priority([.advised(first), web, .returnedFromStore, .advised(second)])
    #expect(after.offer == (isLeft ? .web(version: "1.1.0") : .nativeRecommended(second)))
    var next = UpdatePriority(canRestart: true, decisions: after.decisions)
    next.handle(.advised(first))
    #expect(next.offer == .nativeRecommended(first))
  }

  @Test func `a required update that became recommended is not offered at once again`() throws {
    let required = try advice(.required, latest: "4.6.0")
    let recommended = try advice(.recommended, latest: "4.6.0")
    #expect(
      offer(.advised(required), .returnedFromStore, .advised(recommended), web) == .web(version: "1.1.0"))
  }

  @Test func `coming back from the store says nothing while no native update is offered`() throws {
    let required = try advice(.required, latest: "4.6.0")
    #expect(offer(web, .returnedFromStore) == .web(version: "1.1.0"))
    #expect(offer(.returnedFromStore, .advised(required)) == .nativeRequired(required))
    let recommended = try advice(.recommended, latest: "4.6.0")
    #expect(offer(web, .returnedFromStore, .advised(recommended)) == .nativeRecommended(recommended))
  }

  @Test func `a recommended native update comes first, and once`() throws {
    let recommended = try advice(.recommended, latest: "4.6.0")
    #expect(offer(web, .advised(recommended)) == .nativeRecommended(recommended))
    #expect(
      offer(web, .advised(recommended), declining(.native, "4.6.0"), .advised(recommended))
        == .web(version: "1.1.0"))
    #expect(offer(.advised(recommended), declining(.native, "4.6.0"), .advised(recommended)) == .nothing)
  }

  @Test(
    arguments: [
      ("4.6.0", "4.6.0", true), ("4.6.0", "4.5.9", true), ("4.6.0", "4.6.1", false),
      ("4.9.0", "4.10.0", false),
      ("4.6.0", nil, false), (nil, "4.6.0", false), (nil, nil, true), ("4.6.0", "newest", false),
      ("4.6.0", "4.6.0-rc.1", true),
    ] as [(String?, String?, Bool)])
  func `a decline covers that version and lower ones`(declined: String?, latest: String?, isCovered: Bool)
    throws
  {
    let first = try advice(.recommended, latest: declined)
    let second = try advice(.recommended, latest: latest)
    let after = offer(.advised(first), declining(.native, declined), .advised(second))
    #expect(after == (isCovered ? .nothing : .nativeRecommended(second)))
  }

  @Test func `a declined update that becomes required is shown, and later recommended again`() throws {
    let recommended = try advice(.recommended, latest: "4.6.0")
    let required = try advice(.required, latest: "4.6.0")
    let events: [UpdatePriority.Event] = [
      .advised(recommended), declining(.native, "4.6.0"), .advised(required),
    ]
    #expect(priority(events).offer == .nativeRequired(required))
    #expect(priority(events + [.advised(recommended)]).offer == .nativeRecommended(recommended))
  }

  @Test func `what was declined outlives the app`() throws {
    let recommended = try advice(.recommended, latest: "4.6.0")
    let before = priority([.advised(recommended), declining(.native, "4.6.0"), web, declining(.web, "1.1.0")])
    #expect(before.offer == .nothing)
    var after = UpdatePriority(canRestart: true, decisions: before.decisions)
    after.handle(.advised(recommended))
    after.handle(web)
    #expect(after.offer == .nothing)
  }

  @Test func `a declined web update leaves room for another version only`() {
    #expect(offer(web, declining(.web, "1.1.0"), web) == .nothing)
    #expect(
      offer(web, declining(.web, "1.1.0"), .webUpdate(.installed(version: "1.0.9")))
        == .web(version: "1.0.9"))
  }

  @Test func `declining what is not offered says nothing`() throws {
    let recommended = try advice(.recommended, latest: "4.6.0")
    let untouched = [
      priority([declining(.web, "1.1.0"), declining(.native, "4.6.0")]),
      priority([.advised(recommended), declining(.native, "9.9.9"), declining(.native, nil)]),
      priority([web, declining(.web, nil), declining(.web, "1.0.0"), declining(.native, "1.1.0")]),
      priority([web, .advised(recommended), declining(.web, "1.1.0")]),
      priority([.advised(try advice(.required, latest: "4.6.0")), declining(.native, "4.6.1")]),
    ]
    #expect(untouched.allSatisfy { $0.decisions.isEmpty })
  }

  @Test func `a wrapper that cannot restart is offered no web update`() {
    #expect(offer(web, canRestart: false) == .nothing)
    #expect(offer(web, canRestart: true) == .web(version: "1.1.0"))
  }

  @Test func `a web update that is gone is not offered`() {
    #expect(offer(web, .webUpdate(.none)) == .nothing)
  }

  @Test func `of two decisions of one kind the last counts`() {
    let decisions = ["1.0.0", "1.1.0"].map {
      UpdateDecision(kind: .web, version: $0, declinedAt: "2026-07-22T06:40:00Z")
    }
    var priority = UpdatePriority(canRestart: true, decisions: decisions)
    #expect(priority.decisions == [decisions[1]])
    priority.handle(web)
    #expect(priority.offer == .nothing)
  }
}
