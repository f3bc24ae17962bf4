import Foundation
import HTTPServer
import ReleaseTesting
import Testing
import WrapperInstaller

/// The public face alone, as an app would use it.
@Suite struct ReleaseInstallerTests {
  @Test func `an app installs, starts, confirms and looks, off the cooperative pool`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: TemporaryFolder()))
    let documents = try TemporaryFolder()
    let installer = ReleaseInstaller(documentsFolder: documents.path)
    let source = try ReleaseSource(
      server: registry.url, channel: "production", platform: "android", wrapperVersion: "4.5.0")
    #expect(try await installer.install(from: source).outcome == .installed)
    let launch = try #require(try await installer.beginLaunch(wrapperVersion: "4.5.0").launch)
    #expect(try await installer.confirm(token: launch.token) == .confirmed)
    let status = try await installer.status()
    #expect(status.current?.state == "healthy")
    #expect(status.healthy)
    #expect(try await installer.rollback().outcome == .nothingToGoBackTo)
  }

  @Test func `the status as JSON has every member, null where there is nothing`() async throws {
    let documents = try TemporaryFolder()
    let status = try await ReleaseInstaller(documentsFolder: documents.path).status()
    let data = try JSONEncoder().encode(status)
    let members = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(
      members.keys.sorted() == [
        "blocked", "builtIn", "complete", "current", "healthy", "lastGood", "lastRefusal", "launch",
        "notices",
        "previous",
        "trust", "update",
      ])
    #expect(members["current"] is NSNull)
    #expect(members["healthy"] as? Bool == false)
  }

  @Test func `a documents folder that does not exist is named`() async throws {
    let error = await #expect(throws: InstallerError.self) {
      try await ReleaseInstaller(documentsFolder: "/nonexistent/documents").status()
    }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains("/nonexistent/documents") == true)
  }
}
