import Cryptography
import ReleaseModel
import ReleaseTesting
import ReleaseTrust

@testable import WrapperInstaller

/// A registry whose releases are signed, and a device that pinned its root.
struct SignedWorld {
  let registry: RegistrySimulator
  let repository: SimulatedRepository
  let folder: TemporaryFolder
  var device: TestDevice

  /// Runs `body` in a new world with the channels `production` and `beta`.
  static func with<Value>(_ body: (inout SignedWorld) throws -> Value) throws -> Value {
    try withRegistry { (registry, folder) throws in
      let repository = try SimulatedRepository(channels: ["production", "beta"])
      var world = SignedWorld(
        registry: registry, repository: repository, folder: folder,
        device: try TestDevice(trustRoot: repository.pinnedRoot))
      return try body(&world)
    }
  }

  /// Makes a release.
  func release(_ version: String, sequence: Int64, wrapperRange: String = "*") throws -> SimulatedRelease {
    try SimulatedRelease(version, sequence: sequence, wrapperRange: wrapperRange, in: folder)
  }

  /// Signs releases, serves the metadata, and offers the last one.
  func publish(_ releases: SimulatedRelease..., lie: (inout [String: Any]) -> Void = { _ in }) throws {
    for release in releases {
      try repository.sign(release)
      try registry.offer(release, lie: lie)
    }
    try serve()
  }

  /// Signs what the repository says now, and serves it.
  func serve() throws {
    try repository.publish()
    registry.serve(repository)
  }

  /// Installs what the server offers, and makes sure that nothing changed when it was not taken.
  func install() throws -> InstallResult {
    let before = try device.bytes("current.json")
    let result = try device.install(registry.url)
    switch result.outcome {
    case .refused, .notTrusted:
      guard try device.bytes("current.json") == before else { throw Changed() }
      guard try device.installation.status().lastRefusal?.code == result.reason else { throw NotNoted() }
    default: break
    }
    return result
  }

  /// A refusal that changed the device, and one that status does not show.
  struct Changed: Error {}
  struct NotNoted: Error {}

  /// The reason for which the server's offer is not taken; nil when it is.
  func refusal() throws -> String? {
    let result = try install()
    return [.refused, .notTrusted].contains(result.outcome) ? result.reason : nil
  }

  /// The codes that a device has to say something about.
  func notices() throws -> [Notice.Code] { try install().notices.map(\.code) }

  /// Moves the device's clock.
  mutating func setClock(_ seconds: Int64) {
    device.installation.environment.now = { Timestamp(secondsSinceEpoch: seconds) }
  }
}
