import ReleaseModel
import ReleaseTesting
import ReleaseTrust
import Testing

@testable import WrapperInstaller

/// Answers that are not what was signed: each is refused with a code that names the field, and nothing changes.
@Suite struct UnsignedAnswerTests {
  private static let otherDigest = String(repeating: "ab", count: 32)

  /// Installs 1.0.0, then offers the signed 2.0.0 with a lie in the answer, and returns how that was refused.
  private func refusal(_ lie: (inout [String: Any]) -> Void) throws -> InstallResult {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      try world.publish(world.release("2.0.0", sequence: 2, wrapperRange: "^4.0.0"), lie: lie)
      let result = try world.install()
      #expect(result.current?.version == "1.0.0")
      #expect(world.registry.downloads == 1, "nothing of an answer that is not as signed is fetched")
      return result
    }
  }

  @Test(
    arguments: [
      ("channel", "beta", "channel_not_as_signed"),
      ("sha256", otherDigest, "sha256_not_as_signed"),
      ("entryFile", "assets/app.js", "entry_file_not_as_signed"),
      ("wrapperRange", "*", "wrapper_range_not_as_signed"),
      ("apiContractRange", "^1.0.0", "api_contract_range_not_as_signed"),
      ("releaseVersion", "1.0.0", "release_version_not_as_signed"),
      ("releaseVersion", "3.0.0", "release_version_not_as_signed"),
    ])
  func `a swapped text is refused by its name`(field: String, value: String, code: String) throws {
    let result = try refusal { $0[field] = value }
    #expect(result.outcome == .notTrusted)
    #expect(result.reason == code)
    #expect(result.message.contains("\(field) is '\(value)'"))
  }

  @Test(arguments: [("sequence", 3, "sequence_not_as_signed"), ("sizeBytes", 77, "size_not_as_signed")])
  func `a swapped number is refused by its name`(field: String, value: Int, code: String) throws {
    #expect(try refusal { $0[field] = value }.reason == code)
  }

  @Test(arguments: ["sha256", "fileCount", "unpackedBytes"])
  func `a swapped member of the tree is refused by its name`(member: String) throws {
    let result = try refusal { answer in
      var tree = answer["tree"] as? [String: Any] ?? [:]
      tree[member] = member == "sha256" ? Self.otherDigest : 77
      answer["tree"] = tree
    }
    #expect(result.reason == "tree_not_as_signed")
    #expect(result.message.contains("tree.\(member) is"))
  }

  @Test func `an address of the archive elsewhere is no harm, for its bytes are signed`() throws {
    try SignedWorld.with { (world) throws in
      let release = try world.release("1.0.0", sequence: 1)
      try world.publish(release)
      world.registry.replaceArtifact(of: release, with: [UInt8](repeating: 7, count: release.archive.count))
      #expect(try world.device.installError(world.registry.url)?.code == .hashMismatch)
      #expect(try world.device.installation.status().lastRefusal?.code == "hash_mismatch")
    }
  }

  @Test func `a release that was signed for another channel is not taken`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      let beta = try world.release("2.0.0", sequence: 2)
      try world.repository.sign(beta, channel: "beta")
      try world.serve()
      // Once as what it is, and once as one of the device's own channel.
      try world.registry.offer(beta, channel: "beta")
      #expect(try world.refusal() == "wrong_channel")
      try world.registry.offer(beta)
      #expect(try world.refusal() == "release_not_signed")
    }
  }

  @Test func `an old signed release under a new version is not taken`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1), world.release("2.0.0", sequence: 2))
      #expect(try world.install().outcome == .installed)
      let old = try world.release("1.0.0", sequence: 1)
      try world.registry.offer(old) { $0["releaseVersion"] = "3.0.0" }
      #expect(try world.refusal() == "release_version_not_as_signed")
      try world.registry.offer(old) { $0["releaseVersion"] = "2.0.0" }
      #expect(try world.refusal() == "release_version_not_as_signed")
    }
  }

  @Test func `a version that nobody signed, of bytes that nobody signed, is named as that`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      try world.registry.offer(world.release("3.0.0", sequence: 3))
      #expect(try world.refusal() == "release_not_signed")
    }
  }

  @Test func `the channel's own key cannot sign for another channel or version than it says`() throws {
    try SignedWorld.with { (world) throws in
      let release = try world.release("1.0.0", sequence: 1)
      try world.repository.sign(release) { honest in
        SignedRelease(
          channel: honest.channel, version: try SemanticVersion(parsing: "9.0.0"), sequence: honest.sequence,
          artifact: honest.artifact, sizeBytes: honest.sizeBytes, tree: honest.tree,
          entryFile: honest.entryFile, gates: honest.gates)
      }
      try world.registry.offer(release)
      try world.serve()
      #expect(try world.refusal() == "invalid_release_metadata")
    }
  }

  @Test func `a release that was published after the refresh is found by one more`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      let next = try world.release("1.1.0", sequence: 2)
      try world.repository.sign(next)
      try world.repository.publish()
      try world.registry.offer(next)
      world.registry.serveAfterAnswer(world.repository)
      let result = try world.install()
      #expect(result.outcome == .installed)
      #expect(result.notices.isEmpty)
    }
  }
}
