import ReleaseBundle
import ReleaseModel
import Testing

@testable import WrapperInstaller

@Suite struct LaunchRuleTests {
  private static let rule = LaunchRule(attempts: 3, readyTimeout: .seconds(20))

  /// What happens in one launch, and how often it counts against its release.
  struct Course: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let events: [LaunchEvent]
    let counts: Int
    let failure: LaunchFailure.Code?

    init(_ name: String, _ events: [LaunchEvent], counts: Int, _ failure: LaunchFailure.Code? = nil) {
      testDescription = name
      self.events = events
      self.counts = counts
      self.failure = failure
    }
  }

  /// A pointer at a pending release whose launch began.
  private func started(_ state: ReleaseRecord.State = .pending, attempts: Int = 0) throws -> CurrentPointer {
    let release = try record("2.0.0", state: state, attempts: attempts)
    return pointer(current: release, previous: try record("1.0.0")).starting(try launch(of: release))
  }

  private func launch(of release: ReleaseRecord?) throws -> LaunchRecord {
    LaunchRecord(
      tokenSha256: .sha256(of: Array("token".utf8)), release: release,
      startedAt: Timestamp(secondsSinceEpoch: 0),
      progress: LaunchProgress(wrapperVersion: try SemanticVersion(parsing: "4.5.0")))
  }

  private func after(_ events: [LaunchEvent], _ pointer: CurrentPointer) -> CurrentPointer {
    events.reduce(pointer) { Self.rule.noting($1, in: $0) }
  }

  @Test(arguments: [
    Course("nothing was heard of it", [], counts: 1),
    Course("it vanished in the foreground", [.foreground(for: .seconds(5))], counts: 1),
    Course("it crashed", [.foreground(for: .seconds(1)), .ended(.crashed)], counts: 1),
    Course("it crashed, and that is told twice", [.ended(.crashed), .ended(.crashed)], counts: 1),
    Course("the user closed it", [.foreground(for: .seconds(19)), .ended(.byUser)], counts: 0),
    Course("the system ended it in the background", [.background(after: .seconds(19))], counts: 0),
    Course(
      "it vanished after it came back", [.background(after: .seconds(1)), .foreground(for: .seconds(1))],
      counts: 1),
    Course(
      "asked how it stands in the background", [.background(after: .seconds(1)), .foreground(for: .zero)],
      counts: 0),
    Course("its time is over", [.foreground(for: .seconds(20))], counts: 1, .readyTimeout),
    Course(
      "its time is over in pieces",
      [.foreground(for: .seconds(10)), .background(after: .seconds(9)), .foreground(for: .seconds(1))],
      counts: 1, .readyTimeout),
    Course(
      "its time was over when the user closed it", [.foreground(for: .seconds(25)), .ended(.byUser)],
      counts: 0,
      .readyTimeout),
    Course("time that runs backwards", [.foreground(for: .seconds(-60)), .ended(.byUser)], counts: 0),
    Course(
      "more time than a file can say", [.foreground(for: .seconds(Int64.max / 2))], counts: 1, .readyTimeout),
  ])
  func `a launch of a pending release counts when it ends by itself`(course: Course) throws {
    let closed = Self.rule.closing(after(course.events, try started()))
    #expect(closed.current?.attempts == course.counts)
    #expect(Self.rule.failures(in: closed).map(\.code) == (course.failure.map { [$0] } ?? []))
  }

  @Test func `the last permitted launch that fails is the end, and not one before`() throws {
    #expect(Self.rule.failures(in: Self.rule.closing(try started(attempts: 1))).isEmpty)
    let failed = Self.rule.failures(in: Self.rule.closing(try started(attempts: 2)))
    #expect(failed.map(\.code) == [.launchNotConfirmed])
    #expect(failed.first?.release.version.description == "2.0.0")
    #expect(
      Self.rule.failures(in: Self.rule.noting(.ended(.crashed), in: try started(attempts: 2))).count == 1)
  }

  @Test func `a confirmed release never fails by its launches`() throws {
    let events: [LaunchEvent] = [.foreground(for: .seconds(60)), .ended(.crashed)]
    let closed = Self.rule.closing(after(events, try started(.healthy)))
    #expect(closed.current?.attempts == 0)
    #expect(Self.rule.failures(in: closed).isEmpty)
  }

  @Test func `what is told after the end of a launch changes nothing`() throws {
    for end in LaunchEnd.allCases {
      let ended = Self.rule.noting(.ended(end), in: try started())
      #expect(after([.foreground(for: .seconds(60)), .ended(.crashed)], ended) == ended)
    }
  }

  @Test func `a launch counts against the release that it started, also when another one is current`() throws
  {
    let newer = try started().activating(record("3.0.0"))
    let closed = Self.rule.closing(newer)
    #expect(closed.current?.attempts == 0)
    #expect(closed.previous?.attempts == 1)
  }

  @Test func `a launch of the built-in release, and one of an older library, count against nothing`() throws {
    var builtIn = try started()
    builtIn.launch = try launch(of: nil)
    #expect(Self.rule.closing(builtIn) == builtIn)
    var older = try started()
    older.launch?.progress = nil
    #expect(Self.rule.closing(older) == older)
    #expect(Self.rule.noting(.ended(.crashed), in: older) == older)
  }

  @Test func `a launch has at least one attempt`() throws {
    let strict = LaunchRule(attempts: 0, readyTimeout: .seconds(20))
    #expect(strict.failures(in: try started()).isEmpty)
    #expect(strict.failures(in: strict.closing(try started())).map(\.code) == [.launchNotConfirmed])
  }

  @Test func `the time that is left is told`() throws {
    let running = Self.rule.noting(.foreground(for: .milliseconds(12_500)), in: try started())
    #expect(Self.rule.remaining(in: running) == .milliseconds(7_500))
    #expect(Self.rule.remaining(in: after([.foreground(for: .seconds(30))], running)) == .zero)
  }
}
