import ReleaseModel
import Testing

@testable import WrapperInstaller

@Suite struct LaunchChoiceTests {
  private func choose(
    _ pointer: CurrentPointer, blocked: BlockedList = BlockedList(), wrapper: String = "4.5.0",
    hasBuiltIn: Bool = true, damaged: [ReleaseRecord] = [], looks: ((ReleaseRecord) -> Void)? = nil
  ) throws -> LaunchChoice {
    try LaunchChoice(
      pointer, blocked: blocked, wrapperVersion: try SemanticVersion(parsing: wrapper), hasBuiltIn: hasBuiltIn
    ) { record in
      looks?(record)
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
}
