import Testing

@testable import WrapperInstaller

@Suite struct ForegroundClockTests {
  @Test func `counts what passes in the foreground, and nothing of the background`() {
    var clock = ForegroundClock()
    clock.enter(at: .seconds(10))
    clock.leave(at: .seconds(11))
    clock.enter(at: .seconds(500))
    #expect(clock.take(at: .milliseconds(500_500)) == .milliseconds(1_500))
    #expect(clock.take(at: .milliseconds(500_500)) == .zero)
  }

  @Test(arguments: [Duration.seconds(3), .seconds(21), .seconds(3_600)])
  func `a jump between two looks is no time that a page had`(jump: Duration) {
    var clock = ForegroundClock()
    clock.enter(at: .zero)
    #expect(clock.take(at: .seconds(1)) == .seconds(1))
    #expect(clock.take(at: .seconds(1) + jump) == ForegroundClock.longestStep)
    clock.leave(at: .seconds(1) + jump + jump)
    #expect(clock.take(at: .seconds(1) + jump + jump) == ForegroundClock.longestStep)
  }

  @Test func `a clock that goes back takes nothing away`() {
    var clock = ForegroundClock()
    clock.enter(at: .seconds(10))
    #expect(clock.take(at: .seconds(9)) == .zero)
    #expect(clock.take(at: .seconds(10)) == .seconds(1))
  }

  @Test func `what is given back is taken next`() {
    var clock = ForegroundClock()
    clock.enter(at: .zero)
    let time = clock.take(at: .seconds(1))
    clock.giveBack(time)
    #expect(clock.take(at: .seconds(2)) == .seconds(2))
  }
}
