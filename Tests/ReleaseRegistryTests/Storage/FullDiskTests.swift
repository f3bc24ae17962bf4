import Foundation
import HTTPClient
@testable import ReleaseRegistry
import ReleaseTesting
import Testing

/// A disk that is really full: a small file system, which only root can mount.
@Suite(.enabled(if: SmallDisk.isAllowed, "mounting a small file system needs root"))
struct FullDiskTests {
  @Test func `a full disk has its own code, changes nothing, and is over when there is room`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("data"), withIntermediateDirectories: false)
    let disk = try SmallDisk(at: folder.path("data"), kilobytes: 2_048)
    defer { disk.unmount() }
    let token = try Registry.initialize(at: folder.path("data"))
    try Self.play(folder, token.text, disk)
  }

  @Test func `an upload leaves room for a pause`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("data"), withIntermediateDirectories: false)
    let disk = try SmallDisk(at: folder.path("data"), kilobytes: 4_096)
    defer { disk.unmount() }
    let token = try Registry.initialize(at: folder.path("data"))
    let registry = try TestRegistry(serving: folder, superAdmin: token.text) { $0.reservedBytes = 1 << 20 }
    try registry.publish("2.14.0")
    let bundle = TestRegistry.bundle(String(repeating: "large", count: 20_000))
    try disk.leave(kilobytes: 1_024)

    let upload = try registry.upload(bundle)
    #expect(upload.status == 507)
    #expect(upload.code == "disk_full")
    #expect(try folder.names(in: "data/incoming").isEmpty)
    #expect(try registry.transition("pause", "2.14.0").status == 200)

    try disk.makeRoom()
    #expect(try registry.upload(bundle).status == 201)
  }

  private static func play(_ folder: TemporaryFolder, _ token: String, _ disk: SmallDisk) throws {
    let registry = try TestRegistry(serving: folder, superAdmin: token) { $0.reservedBytes = 0 }
    try registry.publish("2.14.0")
    let auditCount = try registry.auditCount()
    let answer = try registry.latest("4.5.0").body
    try disk.leave(kilobytes: 0)

    let upload = try registry.upload(TestRegistry.bundle(String(repeating: "large", count: 20_000)))
    #expect(upload.status == 507)
    #expect(upload.code == "disk_full")
    #expect(try folder.names(in: "data/incoming").isEmpty)
    // The database may have some room left in the pages of its own.
    var refusal: TestAnswer?
    for number in 0..<2_000 where refusal == nil {
      let verb = number.isMultiple(of: 2) ? "pause" : "resume"
      let change = try registry.transition(verb, "2.14.0", ["reason": String(repeating: "r", count: 900)])
      if change.status != 200 { refusal = change }
    }
    #expect(refusal?.status == 507)
    #expect(refusal?.code == "disk_full")
    let state = try registry.release("2.14.0")["state"] as? String
    #expect(
      try registry.latest("4.5.0").status == (state == "published" ? 200 : 404), "checks go on, and are right"
    )

    try disk.makeRoom()
    for verb in ["pause", "resume"] { #expect(try registry.transition(verb, "2.14.0").status == 200) }
    #expect(try registry.latest("4.5.0").body == answer)
    #expect(try registry.auditCount() > auditCount)
    #expect(try registry.findings() == [])
  }
}
