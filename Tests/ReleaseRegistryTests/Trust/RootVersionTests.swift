import Cryptography
import HTTPClient
import ReleaseTrust
import Testing

@Suite struct `The newest root that a timestamp names` {
  private let registry: TestRegistry
  private let ceremony: Ceremony
  private let device: TrustingDevice

  init() throws {
    registry = try TestRegistry()
    ceremony = try Ceremony(registry, channels: "production")
    try registry.trust(ceremony.first())
    device = try TrustingDevice(registry, pinning: registry.get("/tuf/1.root.json").body)
    _ = try device.refreshAsWrapper()
  }

  private func replaceRoot(_ version: Int64) throws {
    let root = try ceremony.signed(ceremony.rootMetadata(version: version), by: ceremony.rootKeys)
    try registry.trust(MetadataUpload(root: root))
  }

  private func named(_ answer: TestAnswer) -> [String] { answer.fields.values(of: "TUF-Root-Version") }

  @Test func `makes a refresh of an unchanged repository one request`() throws {
    #expect(try device.refreshAsWrapper().requests == ["timestamp.json"])
  }

  @Test func `is seen at once when it is another`() throws {
    try replaceRoot(2)
    let seen = try device.refreshAsWrapper()
    #expect(seen.rootVersion == 2)
    #expect(seen.requests.prefix(4) == ["timestamp.json", "2.root.json", "3.root.json", "timestamp.json"])
    #expect(try device.refreshAsWrapper().requests == ["timestamp.json"])
  }

  @Test func `comes with every form of the answer, and a new one with a new tag`() throws {
    var tags: Set<String> = []
    for version in 1...3 as ClosedRange<Int64> {
      if version > 1 { try replaceRoot(version) }
      let answer = try registry.get("/tuf/timestamp.json")
      let tag = try #require(answer.fields["ETag"])
      let head = try registry.call(.head, "/tuf/timestamp.json", token: nil)
      let known = try registry.get("/tuf/timestamp.json", fields: ["If-None-Match": tag])
      #expect([answer, head, known].map(\.status) == [200, 200, 304])
      #expect([answer, head, known].map(named) == [["\(version)"], ["\(version)"], ["\(version)"]])
      #expect(tags.insert(tag).inserted)
    }
  }

  @Test func `comes with no other file, and not without a root`() throws {
    #expect(try named(registry.get("/tuf/1.root.json")) == [])
    let bare = try TestRegistry()
    let answer = try bare.get("/tuf/timestamp.json")
    #expect(answer.status == 404)
    #expect(named(answer) == [])
  }

  @Test func `is that of the stored root after a start`() throws {
    try replaceRoot(2)
    registry.stop()
    #expect(try named(registry.copy().get("/tuf/timestamp.json")) == ["2"])
  }
}
