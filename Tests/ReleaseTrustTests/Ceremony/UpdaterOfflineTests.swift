import ReleaseTesting
import Testing

@testable import ReleaseTrust

/// What people signed, as an updater hands it on.
@Suite struct UpdaterOfflineTests {
  private let repository: SimulatedRepository
  private let device: Device

  init() throws {
    repository = try SimulatedRepository(channels: ["beta", "production"])
    repository.simulator.statesHashes = true
    try repository.publish()
    device = try Device(repository.simulator)
  }

  @Test func `is what was served, read as a stored file is read, whether it was fetched or kept`() throws {
    for _ in 0..<2 {
      var updater = try device.updater()
      try updater.refresh()
      for role in ["beta", "production"] as [ExactText] { _ = try updater.delegatedTargets(of: role) }
      let offline = try updater.offlineMetadata(channels: ["beta", "production"])
      #expect(offline.root == (try served("root", 1)))
      #expect(offline.targets == (try served("targets", 2)))
      #expect(offline.channels == ["beta": try served("beta", 2), "production": try served("production", 2)])
    }
  }

  @Test func `has no role that was not asked for`() throws {
    var updater = try device.updater()
    try updater.refresh()
    var code: TrustErrorCode?
    do throws(TrustError) {
      _ = try updater.offlineMetadata(channels: ["beta"])
    } catch {
      code = error.code
    }
    #expect(code == .missingMetadata)
  }

  private func served<Content>(_ role: String, _ version: Int64) throws -> RepositoryFile<Content> {
    try RepositoryFile(
      parsing: try #require(repository.simulator.files["\(version).\(role).json"]), maximumBytes: 100_000)
  }
}
