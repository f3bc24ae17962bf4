import Dispatch
import ReleaseModel
import ReleaseTesting
import Testing

/// Processes that install on one device.
@Suite struct TwoProcessesTests {
  private func install(_ folder: TemporaryFolder, _ registry: RegistrySimulator) -> [String] {
    [
      "wrapper", "install", "--root", folder.path("phone"), "--server", registry.url, "--channel",
      "production",
      "--platform", "ios", "--wrapper-version", "4.5.0",
    ]
  }

  @Test func `no two downloads share a temp file: of two processes one installs, one says in progress`()
    throws
  {
    let folder = try TemporaryFolder()
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let release = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
    let (arrived, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    try withRawServer { [archive = release.archive] _, _, connection in
      connection.sendHead(200, length: archive.count)
      connection.send(Array(archive.prefix(100)))
      arrived.signal()
      mayGoOn.wait()
      connection.send(Array(archive.dropFirst(100)))
    } _: { server in
      try registry.offer(release) { $0["zipUrl"] = server.url + "/a.zip" }
      let first = try ChildProcess(Relctl.path, install(folder, registry), environment: [:])
      try #require(arrived.wait(timeout: .now() + 60) == .success)
      let second = try Relctl.run(install(folder, registry))
      #expect(second.error.contains("(install_in_progress)\n"), "\(second)")
      #expect(second.status == 1)
      #expect(server.requests.count == 1, "the second one fetches nothing")
      mayGoOn.signal()
      #expect(first.wait() == .exited(0))
    }
    let status = try Relctl.run(["wrapper", "status", "--root", folder.path("phone"), "--output", "json"])
    #expect(try JSON(status.output)["current", "version"]?.string == "1.0.0", "\(status)")
    #expect(try folder.names(in: "phone/mobile-web/downloads").isEmpty)
  }

  @Test func `no file is used before its hash was checked: killed between write and verify, it never starts`()
    throws
  {
    let folder = try TemporaryFolder()
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let release = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
    let downloads = "phone/mobile-web/downloads"
    let name = "\(release.candidate.artifact).partial"
    let wasKilled = DispatchSemaphore(value: 0)
    // All bytes of an archive of the right length with one bit changed, and no end of the answer.
    var wrong = release.archive
    wrong[wrong.count / 2] ^= 1
    try withRawServer { [archive = release.archive, wrong] request, count, connection in
      guard count == 0 else {
        let start = request.rangeStart ?? 0
        guard start < archive.count else { return connection.answer(416) }
        return connection.answer(200, body: archive)
      }
      connection.sendHead(200)
      connection.send(wrong)
      wasKilled.wait()
    } _: { server in
      try registry.offer(release) { $0["zipUrl"] = server.url + "/a.zip" }
      let child = try ChildProcess(Relctl.path, install(folder, registry), environment: [:])
      try #require(
        eventually {
          try folder.names(in: downloads) == [name]
            && folder.read("\(downloads)/\(name)").count == wrong.count
        })
      child.send(signal: 9)
      #expect(child.wait() == .killed(signal: 9))
      wasKilled.signal()
      #expect(try folder.read("\(downloads)/\(name)") == wrong)

      let launch = ["wrapper", "launch", "--root", folder.path("phone"), "--wrapper-version", "4.5.0"]
      let empty = try Relctl.run(launch + ["--output", "json"])
      #expect(try JSON(empty.output)["outcome"]?.string == "nothing_installed", "\(empty)")
      let again = try Relctl.run(install(folder, registry))
      #expect(again.status == 0, "\(again)")
      #expect(server.requests.count == 2, "what was written is found wrong, and fetched once")
      #expect(
        try folder.read("phone/mobile-web/releases/1.0.0/index.html")
          == Array((SimulatedRelease.files(of: "1.0.0")["index.html"] ?? "").utf8))
    }
  }
}
