import Dispatch
import Foundation
import ReleaseTesting
import Synchronization
import Testing

@Suite struct PauseTests {
  private static let clients = 200
  private static let checksAfterwards = 5

  /// 200 clients ask at the same time, and each asks 5 times after the change has returned.
  @Test(arguments: [("publish", "2.14.0", "2.13.0"), ("pause", "2.13.0", "2.14.0")])
  func `no old answer after publish or pause: of 1,000 checks none once the call returned`(
    verb: String, right: String, old: String
  ) throws {
    let registry = try TestRegistry()
    try registry.publish("2.13.0")
    if verb == "pause" { try registry.publish("2.14.0") } else { _ = try registry.draft("2.14.0") }
    let answers = Answers()
    let (begun, ended) = (DispatchGroup(), DispatchGroup())
    for _ in 0..<Self.clients {
      begun.enter()
      ended.enter()
      Thread.detachNewThread {
        answers.ask(registry)
        begun.leave()
        var count = 0
        while count < Self.checksAfterwards { count += answers.ask(registry) ? 1 : 0 }
        ended.leave()
      }
    }
    begun.wait()
    let change = Result { try registry.transition(verb, "2.14.0").status }
    answers.changeHasReturned()
    ended.wait()
    #expect(try change.get() == 200)
    #expect(answers.after == Array(repeating: right, count: 1_000))
    #expect(answers.before.isSubset(of: [old, right]), "and there is no moment without an answer")
  }

  @Test func `a new release is offered as soon as its publish returned`() throws {
    let registry = try TestRegistry()
    for number in 0..<20 {
      let version = "2.\(number).0"
      try registry.publish(version)
      #expect(try registry.latest("4.5.0").data?["releaseVersion"] as? String == version)
    }
  }
}

/// What devices were told while something changed, and afterwards.
private final class Answers: Sendable {
  private struct State {
    var isAfter = false
    var before: Set<String> = []
    var after: [String] = []
  }

  private let state = Mutex(State())

  var before: Set<String> { state.withLock { $0.before } }
  var after: [String] { state.withLock { $0.after } }

  func changeHasReturned() { state.withLock { $0.isAfter = true } }

  /// Asks once, and returns whether that began after the change had returned.
  @discardableResult
  func ask(_ registry: TestRegistry) -> Bool {
    let isAfter = state.withLock { $0.isAfter }
    let answer = Result { try registry.latest("4.5.0") }
    let version =
      switch answer {
      case .success(let answer): answer.data?["releaseVersion"] as? String ?? "\(answer.status)"
      case .failure(let error): "\(error)"
      }
    state.withLock { state in
      if isAfter { state.after.append(version) } else { state.before.insert(version) }
    }
    return isAfter
  }
}
