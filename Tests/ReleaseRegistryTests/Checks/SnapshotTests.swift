import HTTPClient
import ReleaseRegistry
import ReleaseTesting
import Testing

/// The snapshot that is changed step by step says what one that is read anew from the database says.
@Suite struct SnapshotTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `after any changes, a restart gives the same answers`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let registry = try TestRegistry()
    let artifact = try registry.artifact()
    let channels = ["production", "beta"]
    for number in 0..<60 {
      let channel = channels.randomElement(using: &random) ?? "beta"
      let range = ["^4.0.0", "^5.0.0", "*", "4.x || 5.x"].randomElement(using: &random) ?? "*"
      let draft = try registry.draft(
        "1.\(number).0", channel: channel, artifact: artifact, ["wrapperRange": range])
      #expect(draft.status == 201)
      for _ in 0..<3 {
        let verb = ["publish", "pause", "resume", "retire"].randomElement(using: &random) ?? "publish"
        let version = "1.\(Int.random(in: 0...number, using: &random)).0"
        try registry.transition(verb, version, channel: channel)
      }
    }
    let before = try Self.answers(registry, channels)
    registry.stop()
    let folder = registry.folder
    let copy = try TemporaryFolder()
    _ = try RegistryBackup(dataFolder: folder.path("data")).write(to: copy.path("data"))
    let again = try TestRegistry(serving: copy, superAdmin: registry.superAdmin, registry.clock)
    #expect(try Self.answers(again, channels) == before)
    #expect(try again.findings() == [])
  }

  @Test func `200 releases answer as the newest one that fits, and after each pause as the one before`()
    throws
  {
    let registry = try TestRegistry()
    let artifact = try registry.artifact()
    for number in 0..<200 {
      try registry.publish("1.\(number).0", artifact: artifact, ["wrapperRange": "^\(4 + number % 2).0.0"])
    }
    #expect(try registry.latest("4.5.0").data?["releaseVersion"] as? String == "1.198.0")
    #expect(try registry.latest("5.5.0").data?["releaseVersion"] as? String == "1.199.0")
    try registry.transition("pause", "1.198.0")
    #expect(try registry.latest("4.5.0").data?["releaseVersion"] as? String == "1.196.0")
    try registry.transition("resume", "1.198.0")
    #expect(try registry.latest("4.5.0").data?["releaseVersion"] as? String == "1.198.0")
  }

  private static func answers(_ registry: TestRegistry, _ channels: [String]) throws -> [String] {
    try channels.flatMap { channel in
      try ["4.5.0", "5.0.0", "6.0.0", "4.5.0-rc.1"].flatMap { wrapper in
        let explained = try registry.admin(.get, "/explain/web?channel=\(channel)&wrapperVersion=\(wrapper)")
        return [try registry.latest(wrapper, channel: channel).text, explained.text]
      }
    }
  }

  /// A generator whose numbers follow from its seed.
  private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
  }
}
