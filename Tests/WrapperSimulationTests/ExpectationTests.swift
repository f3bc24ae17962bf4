import ReleaseModel
import Testing

@testable import WrapperSimulation

@Suite struct ExpectationTests {
  private static let changes: [String: @Sendable (inout DeviceOutcome) -> Void] = [
    "as it should": { _ in }, "runs the old one": { $0.running = .release("2.13.0") },
    "runs the built-in one": { $0.running = .builtIn }, "runs nothing": { $0.running = .nothing },
    "is offered nothing": { $0.offered = nil }, "cannot go back": { $0.wayBack = .nothing },
    "needs no way back": { $0.wayBack = .notNeeded }, "was taken back": { $0.wasTakenBack = true },
    "must update": { $0.native = .updateRequired }, "is told nothing": { $0.native = nil },
  ]

  @Test(arguments: [
    ("2.14.0", ["as it should", "is offered nothing", "cannot go back", "must update"]),
    ("some", ["as it should", "runs the old one"]), ("built-in", ["runs the built-in one"]),
    ("none", ["is offered nothing"]),
    ("way-back", ["as it should", "runs the old one", "needs no way back"]),
    ("taken-back", ["was taken back"]), ("current", ["as it should", "runs the old one"]),
    ("updateRequired", ["must update"]), ("updateAvailable", []),
  ])
  func `comes true for these devices, and fails for others`(word: String, _ expected: [String]) throws {
    let expectation = try Expectation(parsing: word)
    #expect(expectation.description == word)
    // Those that are listed, among all that differ in what this word is about.
    for name in expected {
      let outcome = Sample.outcome(Self.changes[name] ?? { _ in })
      #expect(expectation.objection(to: outcome) == nil, "\(name)")
    }
    let about: [String: [String]] = [
      "2.14.0": ["runs the old one", "runs the built-in one", "runs nothing"],
      "some": ["runs the built-in one", "runs nothing"],
      "built-in": ["as it should", "runs nothing"], "none": ["as it should"], "way-back": ["cannot go back"],
      "taken-back": ["as it should"], "current": ["must update", "is told nothing"],
      "updateRequired": ["as it should", "is told nothing"],
      "updateAvailable": ["as it should", "must update"],
    ]
    for name in about[word] ?? [] {
      let outcome = Sample.outcome(Self.changes[name] ?? { _ in })
      #expect(expectation.objection(to: outcome) != nil, "\(name)")
    }
  }

  @Test(arguments: ["", "2.14", "Some", "update"])
  func `is refused as anything else`(word: String) {
    #expect(throws: ModelError.self) { try Expectation(parsing: word) }
  }

  @Test func `what should never be is an objection whatever is expected`() throws {
    let outcome = Sample.outcome { $0.violations = ["nothing starts"] }
    let result = Sample.result(outcome, try Sample.device(expecting: "2.13.0"))
    #expect(result.objections == ["nothing starts", "it was to run 2.13.0, and runs 2.14.0"])
  }
}
