import Foundation
import HTTPClient
import ReleaseModel
@testable import ReleaseRegistry
import ReleaseTesting
import ReleaseTrust
import Testing

@Suite struct `What the registry signs itself` {
  private let registry: TestRegistry
  private let ceremony: Ceremony

  init() throws {
    registry = try TestRegistry()
    ceremony = try Ceremony(registry, channels: "production")
    try registry.trust(ceremony.first())
    try registry.publishSigned("2.14.0", by: ceremony)
  }

  @Test(arguments: ["pause", "retire"])
  func `says of a withdrawn release that it is, before the call returns`(verb: String) throws {
    let before = try registry.trustVersions()
    #expect(try registry.transition(verb, "2.14.0").status == 200)
    var expected = before
    for role in ["status", "snapshot", "timestamp"] { expected[role, default: 0] += 1 }
    #expect(try registry.trustVersions() == expected)
    let device = try device()
    let version = try SemanticVersion(parsing: "2.14.0")
    #expect(try device.states().isWithdrawn(version, on: Channel(parsing: "production")))
  }

  @Test func `takes a resumed release back`() throws {
    try registry.transition("pause", "2.14.0")
    let device = try device()
    #expect(try device.states() != ReleaseStates())
    try registry.transition("resume", "2.14.0")
    #expect(try device.states() == ReleaseStates())
  }

  @Test func `stays as it is when nothing about offered releases changes`() throws {
    let before = try registry.trustVersions()
    try registry.requireDraft("2.15.0")
    let notes = try registry.admin(
      .patch, "/channels/production/releases/2.14.0", ["notes": "new"], fields: ["If-Match": "*"])
    #expect(notes.status == 200)
    #expect(try registry.transition("publish", "2.14.0").status == 200, "it is published already")
    #expect(try registry.trustVersions() == before)
  }

  @Test func `is part of the change's transaction`() throws {
    let database = try SQLiteConnection(
      path: registry.folder.path("data/registry.sqlite"), mode: .readWrite)
    try database.execute(
      """
      CREATE TRIGGER fail BEFORE INSERT ON metadata WHEN NEW.role = 'timestamp'
      BEGIN SELECT RAISE(ABORT, 'no'); END
      """)
    let before = try registry.trustVersions()
    #expect(try registry.transition("pause", "2.14.0").status == 500)
    #expect(try registry.release("2.14.0")["state"] as? String == "published")
    #expect(try registry.trustVersions() == before)
    #expect(try registry.latest("4.5.0").status == 200)
    try database.execute("DROP TRIGGER fail")
    #expect(try registry.transition("pause", "2.14.0").status == 200)
  }

  /// A kill leaves a part of what was being written, and all of what was written before: the database's log up to some byte.
  @Test func `is kept or lost together with its change, wherever a kill cuts it`() throws {
    let log = "data/registry.sqlite-wal"
    let start = try registry.folder.read(log).count
    try registry.transition("pause", "2.14.0")
    let database = try registry.folder.read("data/registry.sqlite")
    let whole = try registry.folder.read(log)
    let step = max(1, (whole.count - start) / 15)
    var kept: Set<Bool> = []
    for cut in Array(stride(from: start, to: whole.count, by: step)) + [whole.count] {
      let copy = try TemporaryFolder()
      for name in ["artifacts", "trees", "incoming"] {
        try FileManager.default.createDirectory(
          atPath: copy.path("data/\(name)"), withIntermediateDirectories: true)
        for file in try registry.folder.names(in: "data/\(name)") {
          try copy.write(registry.folder.read("data/\(name)/\(file)"), to: "data/\(name)/\(file)")
        }
      }
      for name in ["online-key.pem", "online-key.passphrase"] {
        try copy.write(registry.folder.read("data/\(name)"), to: "data/\(name)")
      }
      try copy.write(database, to: "data/registry.sqlite")
      try copy.write(whole.prefix(cut), to: log)
      let after = try TestRegistry(serving: copy, superAdmin: registry.superAdmin, registry.clock)
      #expect(try after.findings() == [], "cut at byte \(cut)")
      let isPaused = try after.release("2.14.0")["state"] as? String == "paused"
      #expect(try after.trustVersions()["status"] == (isPaused ? 3 : 2), "cut at byte \(cut)")
      kept.insert(isPaused)
    }
    #expect(kept == [true, false])
  }

  @Test func `is signed again when half of its time is over`() throws {
    var expected = try registry.trustVersions()
    #expect(try !registry.registry.renewOnlineMetadata())
    registry.clock.advance(bySeconds: 43_200)
    #expect(try !registry.registry.renewOnlineMetadata(), "exactly half is left")
    registry.clock.advance(bySeconds: 1)
    #expect(try registry.registry.renewOnlineMetadata())
    expected["timestamp", default: 0] += 1
    #expect(try registry.trustVersions() == expected)
    #expect(try !registry.registry.renewOnlineMetadata())

    registry.clock.advance(bySeconds: 7 * 43_200)
    #expect(try registry.registry.renewOnlineMetadata())
    for role in ["status", "snapshot", "timestamp"] { expected[role, default: 0] += 1 }
    #expect(try registry.trustVersions() == expected)
    _ = try device().refresh()
  }

  @Test func `is signed again by a running registry whose clock was far ahead`() throws {
    registry.clock.advance(bySeconds: 3_650 * 86_400)
    #expect(try registry.registry.renewOnlineMetadata())
    registry.clock.advance(bySeconds: -3_650 * 86_400)
    #expect(try registry.registry.renewOnlineMetadata())
    #expect(try !registry.registry.renewOnlineMetadata())
    let roles = try registry.admin(.get, "/trust").data?["roles"] as? [[String: Any]] ?? []
    let lifetimes = ["status": 7 * 86_400, "snapshot": 7 * 86_400, "timestamp": 86_400]
    for role in roles {
      let name = try #require(role["role"] as? String)
      let expires = try #require((role["expires"] as? String).flatMap(Timestamp.init(parsing:)))
      #expect(role["lifetimeSeconds"] as? Int == lifetimes[name])
      guard let lifetime = lifetimes[name] else { continue }
      #expect(expires == registry.clock.now.advanced(bySeconds: Int64(lifetime)), "\(name)")
    }
    _ = try device().refresh()
  }

  @Test func `is signed again at the start, long after it expired`() throws {
    registry.stop()
    registry.clock.advance(bySeconds: 30 * 86_400)
    let copy = try registry.copy()
    _ = try TrustingDevice(copy, pinning: copy.get("/tuf/1.root.json").body).refresh()
  }

  @Test func `keeps the answers of checks when only its time is renewed`() throws {
    let tag = try registry.latest("4.5.0").fields["ETag"]
    let questions = registry.registry.snapshots.current.answers.questions
    registry.clock.advance(bySeconds: 43_201)
    try registry.registry.renewOnlineMetadata()
    #expect(registry.registry.snapshots.current.answers.questions == questions)
    #expect(try registry.latest("4.5.0").fields["ETag"] == tag)
  }

  @Test func `is kept for 20 versions, and root for ever`() throws {
    for _ in 0..<12 {
      try registry.transition("pause", "2.14.0")
      try registry.transition("resume", "2.14.0")
    }
    let newest = try #require(try registry.trustVersions()["snapshot"])
    #expect(try registry.get("/tuf/\(newest).snapshot.json").status == 200)
    #expect(try registry.get("/tuf/\(newest - 19).snapshot.json").status == 200)
    #expect(try registry.get("/tuf/\(newest - 20).snapshot.json").status == 404)
    #expect(try registry.get("/tuf/1.root.json").status == 200)
    #expect(try registry.get("/tuf/2.root.json").status == 404)
  }

  private func device() throws -> TrustingDevice {
    try TrustingDevice(registry, pinning: registry.get("/tuf/1.root.json").body)
  }
}
