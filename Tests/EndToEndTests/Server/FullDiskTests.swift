import Glibc
import ReleaseTesting
import Testing

/// A disk that fills up while the registry is served from it.
@Suite(.enabled(if: SmallDisk.isAllowed, "mounting a small file system needs root"))
struct FullDiskTests {
  @Test
  func `uploads are refused with 507 and leave nothing, everything else goes on, and there is a way out`()
    throws
  {
    let folder = try TemporaryFolder()
    mkdir(folder.path("data"), 0o755)
    let disk = try SmallDisk(at: folder.path("data"), kilobytes: 102_400)
    defer { disk.unmount() }
    let registry = try RunningRegistry(in: folder)
    defer { registry.kill() }
    try registry.publish(registry.site("one"), "1.0.0")
    let large = try registry.site("two", fillerBytes: 600_000)
    let artifacts = try folder.names(in: "data/artifacts")
    try disk.leave(kilobytes: 32_768)

    let refused = try registry.publish(large, "2.0.0")
    #expect(refused.error.contains("(disk_full)\n"), "\(refused)")
    #expect(refused.status == 4)
    let zip = folder.path("two.zip")
    #expect(try Relctl.run(["release", "pack", large, "--out", zip]).status == 0)
    let answer = try upload(folder.read("two.zip"), to: registry)
    #expect(answer.hasPrefix("HTTP/1.1 507 "), "\(answer)")
    #expect(answer.contains("Content-Type: application/problem+json\r\n"))
    #expect(answer.contains(#""code":"disk_full""#))
    #expect(try folder.names(in: "data/incoming").isEmpty)
    #expect(try folder.names(in: "data/artifacts") == artifacts)

    for command in [
      ["check", "web", "--channel", "production", "--wrapper-version", "4.5.0", "--expect", "1.0.0"],
      ["release", "list", "production"], ["audit", "verify"], ["release", "show", "production", "1.0.0"],
      ["release", "pause", "production", "1.0.0", "--reason", "to see that it can be"],
      ["release", "resume", "production", "1.0.0"],
    ] {
      let outcome = try registry.relctl(command)
      #expect(outcome.status == 0, "\(outcome)")
    }
    let zipOfOne = try registry.connect()
    zipOfOne.sendHead("GET", "/mobile-web/artifacts/\(artifacts[0])")
    #expect(zipOfOne.readToEnd().hasPrefix("HTTP/1.1 200 "))

    try disk.makeRoom()
    let published = try registry.publish(large, "2.0.0")
    #expect(published.status == 0, "\(published)")
    #expect(try Relctl.run(["doctor", "--data", registry.dataFolder]).status == 0)
  }

  /// Sends an upload without relctl, to see the answer itself.
  private func upload(_ zip: [UInt8], to registry: RunningRegistry) throws -> String {
    let token = String(decoding: try registry.folder.read("admin.token").dropLast(), as: UTF8.self)
    let connection = try registry.connect()
    connection.sendHead(
      "POST", "/admin/v1/artifacts",
      fields: [
        "Authorization: Bearer \(token)", "Content-Type: application/zip", "Content-Length: \(zip.count)",
      ])
    connection.send(zip)
    return connection.readToEnd()
  }
}
