import HTTPClient
import ReleaseModel
@testable import ReleaseRegistry
import ReleaseTesting
import Testing

/// A publish warns when a wrapper that asked lately would get nothing afterwards.
@Suite struct SeenWrapperTests {
  private static let code = "seen_wrapper_gets_nothing"
  private static let gates = ["wrapperRange": ">=4.0.0-0 <6.0.0"]

  /// The versions that a publish of another release would warn about.
  private func warned(
    _ registry: TestRegistry, _ version: String, channel: String = "production",
    _ changes: [String: Any] = gates
  ) throws -> String? {
    let draft = try registry.draft(version, channel: channel, changes)
    let warnings = draft.data?["warnings"] as? [[String: Any]] ?? []
    return warnings.first { $0["code"] as? String == Self.code }?["detail"] as? String
  }

  @Test func `the versions are named, and strict publishing refuses it`() throws {
    let registry = try TestRegistry()
    for wrapper in ["3.9.0", "4.5.0", "3.10.0", "6.0.0", "3.9.0"] { _ = try registry.latest(wrapper) }
    let draft = try registry.draft("1.0.0", Self.gates)
    #expect(draft.warnings == [Self.code])
    let strict = try registry.transition("publish", "1.0.0", ["strict": true])
    #expect(strict.code == "warnings_refused")
    #expect(strict.detail.contains("no release: 6.0.0, 3.10.0, 3.9.0;"), "\(strict.detail)")
    #expect(try registry.transition("publish", "1.0.0").warnings == [Self.code])
    #expect(try registry.latest("3.9.0").status == 404)
    #expect(try registry.latest("4.5.0").status == 200)
  }

  @Test func `whoever gets an older release, or a part of it, is not meant`() throws {
    let registry = try TestRegistry()
    try registry.publish("1.0.0", ["wrapperRange": "~3.9.0"])
    try registry.publish("1.1.0", ["wrapperRange": "~3.8.0", "rolloutBasisPoints": 1])
    try registry.publish("1.2.0", ["wrapperRange": "~3.7.0", "rolloutBasisPoints": 0])
    try registry.publish("1.3.0", ["wrapperRange": "~3.6.0"])
    try registry.transition("pause", "1.3.0")
    for wrapper in ["3.9.1", "3.8.1", "3.7.1", "3.6.1", "4.1.0"] { _ = try registry.latest(wrapper) }
    #expect(try warned(registry, "1.4.0")?.contains("no release: 3.7.1, 3.6.1;") == true)
    let nobody: [String: Any] = ["wrapperRange": ">=4.0.0-0 <6.0.0", "rolloutBasisPoints": 0]
    #expect(try warned(registry, "1.5.0", nobody)?.contains("no release: 4.1.0, 3.7.1, 3.6.1;") == true)
    #expect(try warned(registry, "1.6.0", ["wrapperRange": ">=3.0.0-0 <6.0.0"]) == nil)
  }

  @Test func `only those of the channel count, and only well-formed questions for web releases`() throws {
    let registry = try TestRegistry()
    _ = try registry.latest("3.9.0", channel: "beta")
    _ = try registry.latest("3.9")
    _ = try registry.native("3.8.0")
    _ = try registry.get("/mobile-web/releases/latest?channel=production&wrapperVersion=3.7.0&cohort=x")
    #expect(try warned(registry, "1.0.0") == nil)
    #expect(try warned(registry, "1.0.0", channel: "beta")?.contains("3.9.0;") == true)
  }

  @Test func `they are remembered across changes, and forgotten two weeks after the last one`() throws {
    let registry = try TestRegistry()
    _ = try registry.latest("3.9.0", extra: "&cohort=7")
    for number in 0..<3 { try registry.publish("1.\(number).0", Self.gates) }
    #expect(try warned(registry, "2.0.0")?.contains("3.9.0;") == true)
    registry.clock.advance(bySeconds: SeenWrappers.lifetimeSeconds - 1)
    #expect(try warned(registry, "2.1.0")?.contains("3.9.0;") == true)
    registry.clock.advance(bySeconds: 1)
    #expect(try warned(registry, "2.2.0") == nil)
    _ = try registry.latest("3.9.0")
    #expect(try warned(registry, "2.3.0")?.contains("3.9.0;") == true, "it asked again")
  }

  @Test func `a long list is cut, and says by how much`() throws {
    let registry = try TestRegistry()
    for patch in 0..<14 { _ = try registry.latest("3.9.\(patch)") }
    let detail = try warned(registry, "1.0.0")
    #expect(detail?.contains("no release: 3.9.13, 3.9.12,") == true)
    #expect(detail?.contains("3.9.4 and 4 more;") == true, "\(detail ?? "")")
  }

  @Test func `no flood of questions can fill the memory, and the latest ones are kept`() throws {
    let seen = SeenWrappers()
    let channel = try Channel(parsing: "production")
    for number in 0..<5 {
      let questions = (0..<1_000).map { Self.question("\(number).0.\($0)") }
      seen.note(questions, at: Timestamp(secondsSinceEpoch: Int64(number)))
    }
    let kept = seen.versions(on: channel, besides: [], at: Timestamp(secondsSinceEpoch: 5))
    #expect(kept.count == SeenWrappers.maximumCount)
    #expect(kept.first?.description == "4.0.999")
    #expect(kept.filter { $0.description.hasPrefix("4.") || $0.description.hasPrefix("3.") }.count == 2_000)
    let besides = seen.versions(
      on: channel, besides: [Self.question("9.0.0"), Self.question("4.0.999")],
      at: Timestamp(secondsSinceEpoch: 5))
    #expect(besides.count == kept.count + 1)
  }

  private static func question(_ version: String) -> [UInt8] {
    [CheckQuestion.Kind.web.rawValue] + Array("production\0\(version)\0".utf8)
  }
}
