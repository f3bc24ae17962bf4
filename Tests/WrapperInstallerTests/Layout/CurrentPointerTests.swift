import ReleaseBundle
import ReleaseModel
import Testing

@testable import WrapperInstaller

@Suite struct CurrentPointerTests {
  private func launch(_ release: ReleaseRecord?) -> LaunchRecord {
    LaunchRecord(
      tokenSha256: .sha256(of: Array("token".utf8)), release: release,
      startedAt: Timestamp(secondsSinceEpoch: 0))
  }

  @Test func `what was current becomes the previous one`() throws {
    let (one, two, three) = (try record("1.0.0"), try record("2.0.0"), try record("3.0.0"))
    let pointer = CurrentPointer().activating(one).activating(two).activating(three)
    #expect(pointer.current == three)
    #expect(pointer.previous == two)
  }

  @Test func `a release that never started does not push out the running one`() throws {
    let (running, skipped, newest) = (try record("1.0.0"), try record("2.0.0"), try record("3.0.0"))
    let pointer = CurrentPointer().activating(running).starting(launch(running))
      .activating(skipped).activating(newest)
    #expect(pointer.current == newest)
    #expect(pointer.previous?.version == running.version)
  }

  @Test func `the last good one stays, however many come after it`() throws {
    let good = try record("1.0.0")
    var pointer = CurrentPointer().activating(good).starting(launch(good))
    pointer = pointer.confirming(token: "token", blocked: BlockedList()).1
    for minor in 1...50 {
      let next = try record("2.\(minor).0")
      pointer = pointer.activating(next).starting(launch(next))
    }
    #expect(pointer.candidates.map(\.version.description) == ["2.50.0", "1.0.0", "2.49.0"])
    #expect(pointer.lastGood?.state == .healthy)
  }

  @Test func `activating what is current changes nothing`() throws {
    let pointer = CurrentPointer().activating(try record("1.0.0")).activating(try record("2.0.0"))
    #expect(pointer.activating(try record("2.0.0")) == pointer)
  }

  @Test func `activating the previous one leaves no copy of it behind`() throws {
    let (one, two) = (try record("1.0.0"), try record("2.0.0"))
    let pointer = CurrentPointer().activating(one).activating(two).activating(one)
    #expect(pointer.current == one)
    #expect(pointer.previous == two)
  }

  @Test func `going back forgets the release that is left`() throws {
    let (one, two) = (try record("1.0.0"), try record("2.0.0"))
    let pointer = CurrentPointer().activating(one).activating(two).goingBack(to: one)
    #expect(pointer.current == one)
    #expect(pointer.previous == nil)
    #expect(pointer.goingBack(to: nil).candidates.isEmpty)
  }

  @Test func `what is not lost stays: the current one, the last good one and the previous one`() throws {
    let (good, previous) = (try record("1.0.0", state: .healthy), try record("2.0.0"))
    let all = pointer(current: try record("3.0.0"), previous: previous, lastGood: good)
    #expect(all.without { _ in false } == all)
    let left = all.without { $0.version.description == "3.0.0" }
    #expect(left.candidates.map(\.version.description) == ["1.0.0", "2.0.0"])
    #expect(all.without { $0 == previous }.candidates.map(\.version.description) == ["3.0.0", "1.0.0"])
    #expect(all.without { $0 == good }.candidates.map(\.version.description) == ["3.0.0", "2.0.0"])
  }

  @Test func `a page cannot vouch for the release that replaces it`() throws {
    let (one, two) = (try record("1.0.0"), try record("2.0.0"))
    let started = CurrentPointer().activating(one).starting(launch(one)).activating(two)
    let confirmed = started.confirming(token: "token", blocked: BlockedList()).1
    #expect(confirmed.current?.state == .pending)
    #expect(confirmed.previous?.state == .healthy)
    #expect(confirmed.lastGood?.version == one.version)
  }

  @Test func `a page cannot vouch for a release that is blocked`() throws {
    let one = try record("1.0.0")
    let started = CurrentPointer().activating(one).starting(launch(one))
    let (confirmation, next) = started.confirming(token: "token", blocked: blocking(one))
    #expect(confirmation == .releaseGone)
    #expect(next == started)
  }

  @Test func `is rebuilt from what is complete and not blocked, the newest first, each to be proven anew`()
    throws
  {
    let old = try record("1.0.0", state: .healthy, installedAt: 1)
    let middle = try record("2.0.0", state: .healthy, attempts: 3, installedAt: 2)
    let bad = try record("3.0.0", installedAt: 3)
    let torn = try record("4.0.0", installedAt: 4)
    let rebuilt = try CurrentPointer.rebuilt(from: [middle, torn, old, bad], blocked: blocking(bad)) {
      $0 != torn
    }
    #expect(rebuilt.current == middle.asPending())
    #expect(rebuilt.previous == old.asPending())
    #expect(rebuilt.lastGood == nil)
  }
}
