import Cryptography
import HTTPClient
import ReleaseModel
import ReleaseTrust
import Testing

/// What a registry that has a root takes as the next root, targets and channel metadata.
@Suite struct `The next metadata` {
  private let registry: TestRegistry
  private var ceremony: Ceremony
  private let production: Channel

  init() throws {
    registry = try TestRegistry()
    ceremony = try Ceremony(registry, channels: "production", "beta")
    production = try Channel(parsing: "production")
    try registry.trust(ceremony.first())
    try registry.publishSigned("2.14.0", by: ceremony)
  }

  @Test mutating func `takes a root that the old keys and the new ones signed`() throws {
    let old = ceremony.rootKeys
    ceremony.rootKeys = [try SigningKey.generate(.ed25519), try SigningKey.generate(.ecdsaP256SHA256)]
    ceremony.rootThreshold = 2
    let next = ceremony.rootMetadata(version: 2)
    #expect(try refusal(root: next, by: ceremony.rootKeys) == "422 threshold_not_met", "not by the old ones")
    #expect(try refusal(root: next, by: old + ceremony.rootKeys.prefix(1)) == "422 threshold_not_met")
    #expect(try refusal(root: ceremony.rootMetadata(version: 3), by: old) == "409 stale_metadata")
    #expect(try refusal(root: ceremony.rootMetadata(version: 1), by: old) == "409 stale_metadata")
    let pinned = try registry.get("/tuf/1.root.json").body
    try registry.trust(MetadataUpload(root: ceremony.signed(next, by: old + ceremony.rootKeys)))
    #expect(try registry.trustVersions()["root"] == 2)
    _ = try TrustingDevice(registry, pinning: pinned).refresh()
    #expect(try registry.findings() == [])
  }

  @Test mutating func `has to fit what stays`() throws {
    let old = (ceremony.targetsKeys, ceremony.channelKeys)
    ceremony.targetsKeys = [try SigningKey.generate(.ed25519)]
    let root = ceremony.rootMetadata(version: 2)
    #expect(
      try refusal(root: root, by: ceremony.rootKeys) == "422 threshold_not_met", "targets has the old key")
    let targets = try ceremony.signed(ceremony.targetsMetadata(version: 2), by: ceremony.targetsKeys)
    try registry.trust(
      MetadataUpload(root: ceremony.signed(root, by: ceremony.rootKeys), targets: targets))

    ceremony.channelKeys[production] = [try SigningKey.generate(.ed25519)]
    var upload = MetadataUpload(
      targets: try ceremony.signed(ceremony.targetsMetadata(version: 3), by: ceremony.targetsKeys))
    #expect(try refusal(upload) == "422 threshold_not_met", "the channel's metadata has the old key")
    upload.channels["production"] = try channel(version: 3) { _ in }
    try registry.trust(upload)
    try registry.publishSigned("2.15.0", by: ceremony)
    ceremony.channelKeys = old.1
    try registry.requireDraft("2.16.0")
    let stolen = try ReleaseSigner(ceremony, registry, "2.16.0")
    #expect(try registry.publish("2.16.0", with: stolen).code == "signature_invalid")
  }

  @Test(arguments: ["drops", "changes", "adds", "delegates", "same version"])
  func `refuses a channel's metadata that does more than to be newer`(fault: String) throws {
    let release = SignedRelease(try registry.webRelease("2.14.0"), sequence: 1)
    let upload = MetadataUpload(
      channels: [
        "production": try channel(version: fault == "same version" ? 2 : 3) { metadata in
          switch fault {
          case "drops": metadata.targets = [:]
          case "changes":
            metadata.targets[release.path] = TargetFile(
              length: 1, hashes: FileHashes(of: [1]), custom: release.targetFile.custom)
          case "adds":
            metadata.targets["production/9.9.9.zip"] = release.targetFile
          case "delegates": metadata.delegations = Delegations(keys: [], roles: [])
          default: break
          }
        }
      ])
    let expected = ["delegates": "422 unsuitable_metadata", "same version": "409 stale_metadata"]
    #expect(try refusal(upload) == expected[fault] ?? "422 releases_not_as_published")
  }

  @Test func `renews a channel's metadata, and may leave out what is retired`() throws {
    try registry.trust(MetadataUpload(channels: ["production": channel(version: 3) { _ in }]))
    let release = SignedRelease(try registry.webRelease("2.14.0"), sequence: 1)
    let device = try TrustingDevice(registry, pinning: registry.get("/tuf/1.root.json").body)
    #expect(try device.release("2.14.0", on: "production") == release)
    try registry.transition("retire", "2.14.0")
    try registry.trust(MetadataUpload(channels: ["production": channel(version: 4) { $0.targets = [:] }]))
    #expect(try device.release("2.14.0", on: "production") == nil)
    #expect(try registry.findings() == [])
  }

  @Test mutating func `adds a channel, and takes one away`() throws {
    let channel = try Channel(parsing: "nightly")
    ceremony.channelKeys[channel] = [try SigningKey.generate(.ed25519)]
    var upload = MetadataUpload(
      targets: try ceremony.signed(ceremony.targetsMetadata(version: 2), by: ceremony.targetsKeys))
    #expect(try refusal(upload) == "422 missing_metadata")
    upload.channels["nightly"] = try ceremony.signed(
      ceremony.channelMetadata(), by: ceremony.channelKeys[channel] ?? [])
    let withoutTargets = MetadataUpload(channels: upload.channels)
    #expect(try refusal(withoutTargets) == "422 channel_not_delegated")
    let device = try TrustingDevice(registry, pinning: registry.get("/tuf/1.root.json").body)
    _ = try device.refresh()
    try registry.trust(upload)
    try registry.publishSigned("3.0.0", by: ceremony, channel: "nightly")
    #expect(try device.release("3.0.0", on: "nightly") != nil)

    ceremony.channelKeys[channel] = nil
    try registry.trust(
      MetadataUpload(
        targets: ceremony.signed(ceremony.targetsMetadata(version: 3), by: ceremony.targetsKeys)))
    #expect(try device.release("3.0.0", on: "nightly") == nil, "no role vanished from snapshot")
    try registry.requireDraft("3.0.1", channel: "nightly")
    #expect(try registry.transition("publish", "3.0.1", channel: "nightly").code == "channel_not_delegated")
  }

  @Test func `leaves an audit row with the versions`() throws {
    try registry.trust(MetadataUpload(channels: ["production": channel(version: 3) { _ in }]))
    let rows = try registry.admin(.get, "/audit?limit=1").list
    let entry = try #require(rows?.first?["entry"] as? [String: Any])
    #expect(entry["action"] as? String == "trust.upload")
    let before = (entry["before"] as? [String: Any])?["versions"] as? [String: Int]
    let after = (entry["after"] as? [String: Any])?["versions"] as? [String: Int]
    #expect(before == ["root": 1, "targets": 1, "production": 2, "beta": 1])
    #expect(after == ["root": 1, "targets": 1, "production": 3, "beta": 1])
  }

  /// What is published of the channel, changed, at another version.
  private func channel(
    version: Int64, _ change: (inout TargetsMetadata) -> Void
  ) throws -> RepositoryFile<TargetsMetadata> {
    let number = try registry.trustVersions()["production"] ?? 0
    let file = try registry.get("/tuf/\(number).production.json").body
    var metadata: TargetsMetadata = try Envelope(parsing: file, maximumBytes: 1 << 20).content()
    metadata.header.version = version
    change(&metadata)
    return try ceremony.signed(metadata, by: ceremony.channelKeys[production] ?? [])
  }

  private func refusal(root: RootMetadata, by keys: [SigningKey]) throws -> String {
    try refusal(MetadataUpload(root: ceremony.signed(root, by: keys)))
  }

  /// What a refused upload is answered with; nothing is stored of it.
  private func refusal(_ upload: MetadataUpload) throws -> String {
    let before = try registry.trustVersions()
    let answer = try registry.upload(upload)
    #expect(try registry.trustVersions() == before)
    return "\(answer.status) \(answer.code ?? answer.text)"
  }
}
