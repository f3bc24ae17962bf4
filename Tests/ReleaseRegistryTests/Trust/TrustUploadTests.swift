import Cryptography
import HTTPClient
import ReleaseRegistry
import ReleaseTesting
import ReleaseTrust
import Testing

@Suite struct `Metadata that people signed` {
  @Test func `is served byte for byte, with what the registry signs`() throws {
    let registry = try TestRegistry()
    let ceremony = try Ceremony(registry, channels: "production", "beta")
    let upload = try ceremony.first()
    try registry.trust(upload)
    #expect(
      try registry.trustVersions() == [
        "root": 1, "targets": 1, "production": 1, "beta": 1, "status": 1, "snapshot": 1, "timestamp": 1,
      ])
    let root = try registry.get("/tuf/1.root.json")
    #expect(root.body == upload.root?.bytes)
    #expect(root.fields["Cache-Control"] == "public, max-age=31536000, immutable, no-transform")
    #expect(try registry.get("/tuf/1.production.json").body == upload.channels["production"]?.bytes)
    #expect(try registry.get("/tuf/timestamp.json").fields["Cache-Control"] == "no-cache")
    #expect(try registry.admin(.get, "/trust").data?["mode"] as? String == "signed")
    #expect(try registry.get("/readyz").data?["trust"] as? String == "signed")
    let device = try TrustingDevice(registry, pinning: root.body)
    #expect(try device.states() == ReleaseStates())
  }

  @Test func `is not there in development mode`() throws {
    let registry = try TestRegistry()
    for path in ["timestamp", "1.root", "1.snapshot", "root", "01.root", "1.timestamp", "0.root"] {
      let answer = try registry.get("/tuf/\(path).json")
      #expect(answer.status == 404)
      #expect(answer.code == "metadata_not_found")
    }
    #expect(try registry.admin(.get, "/trust").data?["mode"] as? String == "development")
  }

  @Test func `survives a restart, and so does the registry's key`() throws {
    let folder = try TemporaryFolder()
    let token = try Registry.initialize(at: folder.path("data"))
    let before: [UInt8]
    let key: PublicKey
    do {
      let registry = try TestRegistry(serving: folder, superAdmin: token.text)
      let ceremony = try Ceremony(registry, channels: "production")
      try registry.trust(ceremony.first())
      before = try registry.get("/tuf/timestamp.json").body
      key = ceremony.onlineKey
    }
    let registry = try TestRegistry(serving: folder, superAdmin: token.text)
    #expect(try registry.get("/tuf/timestamp.json").body == before)
    #expect(try registry.onlineKey() == key)
  }
}
