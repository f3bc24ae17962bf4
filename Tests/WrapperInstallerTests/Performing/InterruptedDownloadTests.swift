import Glibc
import HTTPClient
import ReleaseModel
import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

/// The device against a server that cuts, drips, lies about lengths and rewrites bytes.
@Suite struct InterruptedDownloadTests {
  /// Offers a release whose archive a scripted server serves.
  private func withScriptedArchive(
    _ script: @escaping @Sendable ([UInt8], RawRequest, Int, RawConnection) -> Void,
    path: String = "/archive.zip",
    _ body: (TestDevice, RegistrySimulator, RawServer, SimulatedRelease) throws -> Void
  ) throws {
    try withRegistry { (registry, folder) throws in
      let release = try SimulatedRelease(
        "1.0.0", sequence: 1, files: ["index.html": incompressibleText(bytes: 50_000)], in: folder)
      try withRawServer { [archive = release.archive] in
        script(archive, $0, $1, $2)
      } _: { server throws in
        try registry.offer(release) { $0["zipUrl"] = server.url + path }
        try body(try TestDevice(), registry, server, release)
      }
    }
  }

  private static func sendRest(
    _ archive: [UInt8], _ request: RawRequest, _ connection: RawConnection, atMost count: Int = .max
  ) {
    let start = request.rangeStart ?? 0
    let range = start > 0 ? ["Content-Range: bytes \(start)-\(archive.count - 1)/\(archive.count)"] : []
    connection.sendHead(start > 0 ? 206 : 200, length: archive.count - start, fields: range)
    connection.send(Array(archive[start...].prefix(count)))
  }

  @Test(arguments: ["partial", "zip"])
  func `a part that has a second name is not written through`(ending: String) throws {
    try withScriptedArchive { archive, request, _, connection in
      Self.sendRest(archive, request, connection)
    } _: { (device, registry, _, release) throws in
      try device.write("", to: "downloads/.keep")
      try device.folder.write([1, 2], to: "precious")
      let part = device.path("downloads/\(release.candidate.artifact).\(ending)")
      #expect(link(device.folder.path("precious"), part) == 0)
      #expect(try device.install(registry.url).outcome == .installed)
      #expect(try device.folder.read("precious") == [1, 2])
    }
  }

  @Test func `a part is kept and continued by the next installation`() throws {
    let wasBroken = Mutex(true)
    try withScriptedArchive { archive, request, _, connection in
      Self.sendRest(archive, request, connection, atMost: wasBroken.withLock { $0 } ? 1_000 : .max)
    } _: { (device, registry, server, release) throws in
      let error = try device.installError(registry.url)
      #expect(error?.code == .downloadInterrupted)
      #expect(error?.stage == .download)
      let name = "\(release.candidate.artifact).partial"
      #expect(try device.names("downloads") == [name])
      let kept = try #require(try device.bytes("downloads/\(name)"))
      #expect(kept == Array(release.archive.prefix(kept.count)))
      wasBroken.withLock { $0 = false }
      #expect(try device.install(registry.url).outcome == .installed)
      #expect(server.requests.last?["Range"] == "bytes=\(kept.count)-")
      #expect(try device.names("downloads") == [])
    }
  }

  @Test func `a part of other bytes is noticed by the hash, and the whole archive is fetched once`() throws {
    try withScriptedArchive { archive, request, _, connection in
      Self.sendRest(archive, request, connection)
    } _: { (device, registry, server, release) throws in
      try device.write(
        "these bytes are from somewhere else", to: "downloads/\(release.candidate.artifact).partial")
      #expect(try device.install(registry.url).outcome == .installed)
      #expect(server.requests.map { $0["Range"] } == ["bytes=35-", nil])
    }
  }

  @Test func `a file that was never verified is not used, whatever it is called`() throws {
    try withScriptedArchive { archive, request, _, connection in
      Self.sendRest(archive, request, connection)
    } _: { (device, registry, server, release) throws in
      var bytes = release.archive
      bytes[100] ^= 1
      try device.folder.write(bytes, to: "documents/mobile-web/downloads/\(release.candidate.artifact).zip")
      #expect(try device.install(registry.url).outcome == .installed)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a complete archive that was left is not fetched again`() throws {
    try withScriptedArchive { archive, request, _, connection in
      Self.sendRest(archive, request, connection)
    } _: { (device, registry, server, release) throws in
      try device.folder.write(
        release.archive, to: "documents/mobile-web/downloads/\(release.candidate.artifact).partial")
      #expect(try device.install(registry.url).outcome == .installed)
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: ["/a b/c%20d+e.zip", "/%E2%9C%93.zip?x=1+2"])
  func `addresses with spaces, %20 and + are encoded once`(path: String) throws {
    try withScriptedArchive(
      { archive, request, _, connection in
        Self.sendRest(archive, request, connection)
      }, path: path
    ) { (device, registry, server, _) throws in
      #expect(try device.install(registry.url).outcome == .installed)
      #expect(server.requests.first?.target == path.replacing(" ", with: "%20"))
    }
  }

  @Test func `a missing Content-Length works`() throws {
    try withScriptedArchive { archive, _, _, connection in
      connection.sendHead(200)
      connection.send(archive)
    } _: { (device, registry, _, _) throws in
      #expect(try device.install(registry.url).outcome == .installed)
    }
  }

  @Test func `an endless body is cut at the announced length`() throws {
    try withScriptedArchive { archive, _, _, connection in
      connection.sendHead(200)
      connection.send(archive)
      connection.sendForever([UInt8](repeating: 0, count: 4_096))
    } _: { (device, registry, _, release) throws in
      #expect(try device.installError(registry.url)?.code == .lengthMismatch)
      #expect(try device.names("downloads") == [])
    }
  }

  @Test func `a body that drips is given up with its own code, and what came is kept`() throws {
    try withScriptedArchive { archive, request, _, connection in
      connection.sendHead(200, length: archive.count)
      connection.send(Array(archive.prefix(100)))
      connection.sendForever([archive[100]], pausing: .milliseconds(200))
    } _: { (device, registry, _, _) throws in
      var device = device
      device.installation.patient(for: .seconds(1))
      let error = try device.installError(registry.url)
      #expect(error?.code == .downloadTooSlow)
      #expect(try device.names("downloads").count == 1)
    }
  }

  @Test func `a cancelled installation ends with its own code, and what came is kept`() throws {
    let cancellation = Cancellation()
    try withScriptedArchive { archive, _, _, connection in
      connection.sendHead(200, length: archive.count)
      connection.send(Array(archive.prefix(2_000)))
      cancellation.cancel()
      connection.readToEnd()
    } _: { (device, registry, _, _) throws in
      let error = #expect(throws: InstallerError.self) {
        try device.installation.install(from: device.source(registry.url), cancellation: cancellation)
      }
      #expect(error?.code == .cancelled)
      #expect(try device.names("downloads").count == 1)
    }
  }
}

extension Installation {
  fileprivate mutating func patient(for duration: Duration) {
    var settings = settings
    settings.slowTransferPatience = duration
    settings.maximumAttempts = 1
    self = Installation(
      documentsFolder: documentsFolder, builtIn: builtIn, settings: settings, environment: environment)
  }
}
