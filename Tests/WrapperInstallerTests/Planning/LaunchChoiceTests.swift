import Glibc
import ReleaseModel
import Testing

@testable import WrapperInstaller

@Suite struct LaunchChoiceTests {
  private func choose(
    _ pointer: CurrentPointer, blocked: BlockedList = BlockedList(), wrapper: String = "4.5.0",
    hasBuiltIn: Bool = true, heldBack: LaunchChoice.HeldBack = .none, damaged: [ReleaseRecord] = [],
    unreadable: [ReleaseRecord] = [], looks: ((ReleaseRecord) -> Void)? = nil
  ) throws -> LaunchChoice {
    LaunchChoice(
      pointer, blocked: blocked, wrapperVersion: try SemanticVersion(parsing: wrapper),
      hasBuiltIn: hasBuiltIn,
      heldBack: heldBack
    ) { (record) throws(InstallerError) in
      looks?(record)
      if unreadable.contains(record) {
        throw InstallerError(errno: EIO, during: .launch, "cannot read", path: "x")
      }
      return damaged.contains(record) ? .damaged("changed") : .complete
    }
  }

  @Test func `the current release starts, and no other tree is read`() throws {
    let current = try record("2.0.0")
    var looked: [ReleaseRecord] = []
    let choice = try choose(pointer(current: current, previous: record("1.0.0"))) { looked.append($0) }
    #expect(choice.target == .installed(current))
    #expect(choice.notices.isEmpty)
    #expect(looked == [current])
  }

  @Test func `after a store update an old web release does not run in a new wrapper`() throws {
    let choice = try choose(pointer(current: record("1.0.0", wrapperRange: "^1")), wrapper: "2.0.0")
    #expect(choice.target == .builtIn)
    #expect(choice.notices.map(\.code) == [.releaseNotForWrapper, .fallbackUsed])
    #expect(choice.lost.isEmpty)
  }

  @Test func `a damaged release gives way to the one before, and is lost`() throws {
    let (current, previous) = (try record("2.0.0"), try record("1.0.0"))
    let choice = try choose(pointer(current: current, previous: previous), damaged: [current])
    #expect(choice.target == .installed(previous))
    #expect(choice.lost == [current])
    #expect(choice.notices.map(\.code) == [.releaseDamaged, .fallbackUsed])
  }

  @Test func `the last good release is preferred to one that merely came before`() throws {
    let (current, good) = (try record("3.0.0"), try record("1.0.0", state: .healthy))
    let choice = try choose(
      pointer(current: current, previous: record("2.0.0"), lastGood: good), damaged: [current])
    #expect(choice.target == .installed(good))
  }

  @Test func `a blocked release does not start`() throws {
    let current = try record("2.0.0")
    let choice = try choose(pointer(current: current), blocked: blocking(current))
    #expect(choice.target == .builtIn)
    #expect(choice.lost == [current])
    #expect(choice.notices.map(\.code) == [.releaseBlocked, .fallbackUsed])
  }

  @Test func `with nothing at all, nothing starts, and that is said`() throws {
    #expect(try choose(CurrentPointer(), hasBuiltIn: false).target == .nothing)
    #expect(try choose(CurrentPointer()).target == .builtIn)
    #expect(try choose(CurrentPointer()).notices.isEmpty)
  }

  @Test func `a release that cannot be looked at gives way, and is not lost`() throws {
    let (current, previous) = (try record("2.0.0"), try record("1.0.0"))
    let choice = try choose(pointer(current: current, previous: previous), unreadable: [current])
    #expect(choice.target == .installed(previous))
    #expect(choice.lost.isEmpty)
    #expect(choice.failure?.code == .storageFailed)
    #expect(choice.notices.map(\.code) == [.releaseUnreadable, .fallbackUsed])
  }

  @Test func `a launch that is not recorded prefers healthy to built in, and built in to pending`() throws {
    let (current, good) = (try record("2.0.0"), try record("1.0.0", state: .healthy))
    let all = pointer(current: current, previous: good)
    #expect(try choose(all, heldBack: .pending).target == .installed(good))
    #expect(
      try choose(all, heldBack: .pending).notices.map(\.code) == [.releaseWaiting, .fallbackUsed])
    #expect(try choose(all, heldBack: .pending, damaged: [good]).target == .builtIn)
    let last = try choose(all, hasBuiltIn: false, heldBack: .pending, damaged: [good])
    #expect(last.target == .installed(current))
    #expect(last.notices.map(\.code) == [.releaseDamaged])
  }

  @Test func `a pending release starts unrecorded only if it could start at all`() throws {
    let current = try record("2.0.0", wrapperRange: "^1")
    let choice = try choose(pointer(current: current), hasBuiltIn: false, heldBack: .pending)
    #expect(choice.target == .nothing)
    #expect(choice.notices.map(\.code) == [.releaseNotForWrapper, .fallbackUsed])
  }
}
