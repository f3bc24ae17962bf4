import Foundation
import ReleaseTesting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The job of docs/ci.md, as it stands there.
@Suite struct PipelineTests {
  private static let document: String = {
    var folder = URL(fileURLWithPath: #filePath)
    // From Tests/EndToEndTests/CommandLine/PipelineTests.swift to the repository.
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let bytes = try? Data(contentsOf: folder.appendingPathComponent("docs/ci.md"))
    return String(decoding: bytes ?? Data(), as: UTF8.self)
  }()

  /// The first block of the document that is marked with this word.
  private func block(_ mark: String) throws -> String {
    let parts = Self.document.components(separatedBy: "```")
    let block = try #require(parts.first { $0.hasPrefix("\(mark)\n") })
    return String(block.dropFirst(mark.count + 1))
  }

  /// A registry with 2.13.0, and beside it what the job finds in its folder.
  private func registry(_ wrappers: String) throws -> RunningRegistry {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("old"), "2.13.0")
    try registry.folder.write("<!doctype html><p>new".utf8, to: "dist/index.html")
    try registry.folder.write(Array(repeating: UInt8(ascii: "x"), count: 9_000), to: "dist/app.js")
    try registry.folder.write((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }, to: "dist/x.bin")
    try registry.folder.write(wrappers.utf8, to: "wrappers.csv")
    return registry
  }

  private func run(_ registry: RunningRegistry) throws -> Relctl.Outcome {
    try registry.folder.write(try block("sh").utf8, to: "job.sh")
    var environment = registry.environment
    environment["VERSION"] = "2.14.0"
    let start = "relctl() { \"$relctl\" \"$@\"; }; . ./job.sh"
    return try Relctl.shell(start, in: registry.folder, environment: environment)
  }

  @Test func `passes when every supported wrapper gets the release and a way back`() throws {
    let registry = try registry(block("csv"))
    let outcome = try run(registry)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("296700 wrappers; 12 distinct devices run, 0 of them"), "\(outcome)")
    for name in ["simulate.xml", "taken-back.xml"] {
      let report = try XMLDocument(data: Data(try registry.folder.read(name)))
      #expect(try report.nodes(forXPath: "//failure").isEmpty)
      #expect(try !report.nodes(forXPath: "//testcase").isEmpty)
    }
    #expect(try registry.relctl("release", "list", "production").output.contains("2.14.0") == false)
  }

  @Test(arguments: [
    ("ios,4.0.0,built-in,5,\n", "it was to run 2.14.0, and runs 2.13.0"),
    ("ios,4.6.0,none,5,\n", "it cannot go back from 2.14.0"),
  ])
  func `fails when one gets nothing, or cannot go back`(line: String, objection: String) throws {
    let registry = try registry(try block("csv") + line)
    let outcome = try run(registry)
    #expect(outcome.status == 6)
    #expect(outcome.error.contains(objection), "\(outcome)")
  }
}
