import Cryptography
import HTTPClient
import ReleaseModel
import ReleaseRegistry
import ReleaseTrust
import Testing

@Suite struct `A client that follows the registry` {
  @Test func `through publishes, a pause, new keys and a year`() throws {
    let registry = try TestRegistry()
    var ceremony = try Ceremony(registry, channels: "production")
    try registry.trust(ceremony.first())
    let device = try TrustingDevice(registry, pinning: registry.get("/tuf/1.root.json").body)
    #expect(try device.release("2.14.0", on: "production") == nil)

    try registry.publishSigned("2.14.0", by: ceremony)
    try registry.publishSigned("2.15.0", by: ceremony)
    #expect(try device.release("2.15.0", on: "production")?.sequence == 2)
    try registry.transition("pause", "2.15.0")
    let paused = try SemanticVersion(parsing: "2.15.0")
    #expect(try device.states().isWithdrawn(paused, on: Channel(parsing: "production")))

    for version in 2...4 as ClosedRange<Int64> {
      let old = ceremony.rootKeys
      ceremony.rootKeys = [try SigningKey.generate(.ed25519)]
      ceremony.targetsKeys = [try SigningKey.generate(.ed25519)]
      ceremony.channelKeys = try ceremony.channelKeys.mapValues { _ in [try SigningKey.generate(.ed25519)] }
      ceremony.now = registry.clock.now
      try registry.trust(try rotation(registry, ceremony, version, also: old))
      try registry.publishSigned("3.\(version).0", by: ceremony)
      registry.clock.advance(bySeconds: 80 * 86_400)
      try registry.registry.renewOnlineMetadata()
      #expect(try device.release("3.\(version).0", on: "production") != nil)
    }
    #expect(try device.release("2.14.0", on: "production") != nil)
    #expect(try registry.findings() == ["expiring_metadata"])
  }

  private func rotation(
    _ registry: TestRegistry, _ ceremony: Ceremony, _ version: Int64, also old: [SigningKey]
  ) throws -> MetadataUpload {
    let current = try registry.trustVersions()["production"] ?? 0
    let file = try registry.get("/tuf/\(current).production.json").body
    var channel: TargetsMetadata = try Envelope(parsing: file, maximumBytes: 1 << 20).content()
    channel.header.version += 1
    channel.header.expires = ceremony.inDays(90)
    return MetadataUpload(
      root: try ceremony.signed(ceremony.rootMetadata(version: version), by: old + ceremony.rootKeys),
      targets: try ceremony.signed(ceremony.targetsMetadata(version: version), by: ceremony.targetsKeys),
      channels: ["production": try ceremony.signed(channel, by: ceremony.channelKeys.values.flatMap(\.self))])
  }
}
