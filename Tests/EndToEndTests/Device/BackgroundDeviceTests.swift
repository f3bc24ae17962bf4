import Glibc
import ReleaseTesting
import Testing

/// A device whose page nobody opens, as one that the system started for a push.
@Suite struct BackgroundDeviceTests {
  private let registry: RunningRegistry

  init() throws { registry = try RunningRegistry() }

  private var phone: String { registry.folder.path("phone") }
  private let wrapper = ["--channel", "production", "--platform", "ios", "--wrapper-version", "4.5.0"]

  private func relctl(_ arguments: [String]) throws -> JSON {
    let outcome = try registry.relctl(arguments + ["--output", "json"])
    try #require(outcome.status == 0, Comment(rawValue: outcome.description))
    return try JSON(outcome.output)
  }

  private func install(_ version: String) throws {
    let published = try registry.publish(registry.site(version), version)
    try #require(published.status == 0, Comment(rawValue: published.description))
    _ = try relctl(["wrapper", "install", "--root", phone] + wrapper)
  }

  @Test func `an update whose page is never opened stays, however often the app is killed`() throws {
    try install("1.0.0")
    let launch = try relctl(["wrapper", "launch", "--root", phone, "--wrapper-version", "4.5.0"])
    let token = try #require(launch["launch", "token"]?.string)
    _ = try relctl(["wrapper", "confirm", "--root", phone, "--token", token])
    try install("2.0.0")
    for _ in 1...4 {
      let app = try ChildProcess(
        Relctl.path, ["wrapper", "run", "--root", phone] + wrapper, environment: registry.environment,
        pipesError: true)
      var line = app.readErrorLine()
      while let text = line, !text.hasPrefix("serving on ") { line = app.readErrorLine() }
      #expect(line?.contains("webReleaseVersion=2.0.0") == true)
      app.send(signal: SIGKILL)
      #expect(app.wait() == .killed(signal: SIGKILL))
    }
    let status = try relctl(["wrapper", "status", "--root", phone])
    #expect(status["current", "version"]?.string == "2.0.0")
    #expect(status["current", "attempts"] == .integer(0))
    #expect(status["launch", "phase"]?.string == "background")
    #expect(status["blocked"]?.elements.isEmpty == true)
  }
}
