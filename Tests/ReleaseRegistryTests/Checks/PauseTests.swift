import ReleaseTesting
import Synchronization
import Testing

@Suite struct PauseTests {
  @Test func `an old answer is never given after a pause returned, with 200 checks at once`() async throws {
    let registry = try TestRegistry()
    try registry.publish("2.13.0")
    try registry.publish("2.14.0")
    let pause = Flag()
    let (leaks, failures) = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for _ in 0..<8 {
        group.addTask {
          var counts = (leaks: 0, failures: 0)
          for _ in 0..<60 {
            let wasPaused = pause.isSet.load(ordering: .sequentiallyConsistent)
            let answer = try registry.latest("4.5.0")
            if answer.status != 200 { counts.failures += 1 }
            if wasPaused, answer.data?["releaseVersion"] as? String == "2.14.0" { counts.leaks += 1 }
          }
          return counts
        }
      }
      group.addTask {
        let answer = try registry.transition("pause", "2.14.0")
        pause.isSet.store(true, ordering: .sequentiallyConsistent)
        return (0, answer.status == 200 ? 0 : 1)
      }
      return try await group.reduce(into: (0, 0)) { sum, counts in sum = (sum.0 + counts.0, sum.1 + counts.1)
      }
    }
    #expect(leaks == 0)
    #expect(failures == 0)
    #expect(try registry.latest("4.5.0").data?["releaseVersion"] as? String == "2.13.0")
  }

  @Test func `a new release is offered as soon as its publish returned`() throws {
    let registry = try TestRegistry()
    for number in 0..<20 {
      let version = "2.\(number).0"
      try registry.publish(version)
      #expect(try registry.latest("4.5.0").data?["releaseVersion"] as? String == version)
    }
  }

  @Test func `a cold start answers 50 checks at once without an error`() async throws {
    let registry = try TestRegistry()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try registry.latest("4.5.0").status } }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(statuses == [404])
  }

  /// Says to many tasks that something has happened.
  private final class Flag: Sendable {
    let isSet = Atomic<Bool>(false)
  }
}
