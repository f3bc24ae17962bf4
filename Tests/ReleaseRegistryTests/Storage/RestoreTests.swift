import HTTPClient
@testable import ReleaseRegistry
import ReleaseTesting
import Testing

/// A registry on a backup's copy.
@Suite struct RestoreTests {
  private let registry: TestRegistry
  private let folder: TemporaryFolder

  init() throws {
    registry = try TestRegistry()
    try registry.publish("1.0.0")
    folder = try TemporaryFolder()
    _ = try RegistryBackup(dataFolder: registry.folder.path("data")).write(to: folder.path("data"))
  }

  /// Serves the copy, publishes, and gives the new release's sequence number.
  private func publish(_ version: String) throws -> Int? {
    let copy = try TestRegistry(serving: folder, superAdmin: registry.superAdmin, registry.clock)
    try copy.publish(version)
    return try copy.release(version)["sequence"] as? Int
  }

  @Test func `gives no number again that a lost release may have had, and jumps once`() throws {
    #expect(try publish("2.0.0") == 1_000_002)
    #expect(try publish("2.1.0") == 1_000_003)
  }

  @Test func `names the next number as the one that is to be signed`() throws {
    let copy = try TestRegistry(serving: folder, superAdmin: registry.superAdmin, registry.clock)
    #expect(try copy.admin(.get, "/trust").data?["nextSequence"] as? Int == 1_000_002)
    #expect(try copy.admin(.get, "/audit").text.contains("registry.restore"))
  }

  @Test func `is not behind devices that trust no root, and what was copied knows nothing of it`() throws {
    let copy = try TestRegistry(serving: folder, superAdmin: registry.superAdmin, registry.clock)
    #expect(try !copy.registry.isBehindDevices())
    #expect(try copy.findings() == [])
    #expect(try registry.registry.store.read { session in try session.restoreMark() } == nil)
    try registry.publish("1.1.0")
    #expect(try registry.release("1.1.0")["sequence"] as? Int == 2)
  }
}
