import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct BlockedContentTests {
  /// A zip with a link in it: inspection refuses it, and always will.
  private func offerHostile(_ version: String, _ registry: RegistrySimulator, _ folder: TemporaryFolder)
    throws
  {
    let honest = try SimulatedRelease(version, sequence: 2, in: folder)
    try registry.offer(honest)
    let hostile = Array(honest.archive.dropLast()) + [7]
    registry.replaceArtifact(of: honest, with: hostile)
    try registry.offer(honest) { answer in
      answer["sha256"] = Digest.sha256(of: hostile).description
    }
  }

  @Test func `a bundle that inspection refuses is blocked and not fetched again; a fixed one is tried`()
    throws
  {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try offerHostile("1.0.0", registry, folder)
      let error = try device.installError(registry.url)
      #expect(error?.code == .bundleRejected)
      #expect(try device.names("downloads") == [])
      #expect(try device.installation.status().blocked.map(\.code) == ["bundle_rejected"])

      let again = try device.install(registry.url)
      #expect(again.outcome == .refused)
      #expect(again.reason == "blocked")
      #expect(registry.downloads == 1)

      try registry.offer(SimulatedRelease("1.0.1", sequence: 3, in: folder))
      #expect(try device.install(registry.url).outcome == .installed)
    }
  }
}
