import Foundation
import ReleaseTesting
import ReleaseTrust
import Testing

@testable import WrapperInstaller

@Suite struct LocalSiteTests {
  /// A device with a running session, and the addresses that it was told to show.
  private struct App {
    let device: TestDevice
    let site: LocalSite
    let session: WrapperSession
    let shown: AsyncStream<String>

    init(_ device: TestDevice, _ registry: RegistrySimulator, wrapperVersion: String = "4.6.0") async throws {
      self.device = device
      let (shown, continuation) = AsyncStream.makeStream(of: String.self)
      self.shown = shown
      let installer = ReleaseInstaller(device.installation)
      site = try LocalSite(
        installer, platform: "ios", wrapperVersion: wrapperVersion, show: { continuation.yield($0) })
      session = WrapperSession(installer, wrapperVersion: wrapperVersion, content: site)
      site.connect(
        try await Bridge(
          session, source: device.source(registry.url, wrapperVersion: wrapperVersion)))
    }

    /// Sends a message of the page at an address.
    func send(_ type: String, _ params: String = "{}", to address: String) async throws -> JSONObject {
      let port = try Self.port(address)
      let answer = try await LocalAnswer.of(
        port, "POST", "/_wrapper/bridge",
        fields: ["Origin: http://127.0.0.1:\(port)", "Content-Type: application/json"],
        body: #"{"id":"1","type":"\#(type)","params":\#(params)}"#)
      guard case .object(let reply) = try JSONReader.read(Array(answer.body.utf8), maximumBytes: 1 << 16)
      else {
        throw POSIXError(.EPROTO)
      }
      return reply
    }

    /// The token in the script of the page at an address.
    func token(at address: String) async throws -> String {
      let script = try await LocalAnswer.of(Self.port(address), "GET", "/_wrapper/bridge.js").body
      let start = try #require(script.range(of: #""token":""#)?.upperBound)
      return String(script[start...].prefix { $0 != "\"" })
    }

    func file(_ path: String, at address: String) async throws -> LocalAnswer {
      try await LocalAnswer.of(Self.port(address), "GET", path)
    }

    private static func port(_ address: String) throws -> UInt16 {
      try #require(URL(string: address)?.port.flatMap { UInt16($0) })
    }
  }

  private func code(_ reply: JSONObject) -> StrictJSON? {
    if case .object(let error)? = reply["error"] { error["code"] } else { nil }
  }

  @Test func `a page restarts into an update, and only the new page confirms it`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let folder = try TemporaryFolder()
    let device = try TestDevice()
    try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
    try device.install(registry.url)
    let app = try await App(device, registry)
    var shown = app.shown.makeAsyncIterator()
    try await app.session.start()
    let first = try #require(await shown.next())
    #expect(first.hasSuffix("/index.html?webReleaseVersion=1.0.0"))
    let oldToken = try await app.token(at: first)
    #expect(try await app.file("/index.html", at: first).body.contains("1.0.0"))

    #expect(
      code(try await app.send("release.restartWithInstalledUpdate", to: first)) == "no_update_installed")
    try registry.offer(SimulatedRelease("1.1.0", sequence: 2, in: folder))
    let check = try await app.send("release.checkForUpdate", to: first)
    #expect(
      String(decoding: JSONWriter.bytes(of: .object(check), .compact), as: UTF8.self).contains(
        #""kind":"web""#))
    // The running page keeps its files until it restarts.
    #expect(try await app.file("/index.html", at: first).body.contains("1.0.0"))

    #expect(
      try await app.send("release.restartWithInstalledUpdate", to: first)["data"]
        == .object(["state": "restarting"]))
    let second = try #require(await shown.next())
    #expect(second.hasSuffix("/index.html?webReleaseVersion=1.1.0"))
    #expect(try await app.file("/index.html", at: second).body.contains("1.1.0"))
    let stale = try await app.send("release.confirm", #"{"token":"\#(oldToken)"}"#, to: second)
    #expect(code(stale) == "stale_token")
    #expect(try device.installation.status().current?.state == "pending")
    let newToken = try await app.token(at: second)
    let confirmed = try await app.send("release.confirm", #"{"token":"\#(newToken)"}"#, to: second)
    #expect(confirmed["data"] == .object(["outcome": "confirmed"]))
    #expect(try device.installation.status().current?.state == "healthy")
    try await app.session.end()
    #expect(app.site.address == nil)
  }

  @Test func `a session that ended holds nothing any more`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let device = try TestDevice(builtIn: true)
    weak var session: WrapperSession?
    weak var site: LocalSite?
    do {
      let app = try await App(device, registry)
      try await app.session.start()
      session = app.session
      site = app.site
      #expect(session != nil)
      try await app.session.end()
    }
    #expect(session == nil)
    #expect(site == nil)
  }

  @Test func `a wrapper that cannot restart says so`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let device = try TestDevice()
    try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: TemporaryFolder()))
    try device.install(registry.url)
    let app = try await App(device, registry, wrapperVersion: "4.4.9")
    var shown = app.shown.makeAsyncIterator()
    try await app.session.start()
    let address = try #require(await shown.next())
    #expect(code(try await app.send("release.restartWithInstalledUpdate", to: address)) == "unsupported")
    try await app.session.end()
  }

  @Test func `the built-in release is served from its folder, without links`() async throws {
    let registry = try RegistrySimulator()
    defer { registry.stop() }
    let device = try TestDevice(builtIn: true)
    try device.folder.write(Array("secret".utf8), to: "secret.txt")
    #expect(symlink("../secret.txt", device.folder.path("built-in/secret.txt")) == 0)
    let app = try await App(device, registry)
    var shown = app.shown.makeAsyncIterator()
    try await app.session.start()
    let address = try #require(await shown.next())
    #expect(try await app.file("/", at: address).body == "built in")
    #expect(try await app.file("/secret.txt", at: address).status == 404)
    #expect(
      try await app.file("/_wrapper/bridge.js", at: address).body.contains(#""webReleaseVersion":null"#))
    try await app.session.end()
  }

  @Test func `a manifest that is lost is made anew from the files, if they are the installed ones`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      let launch = try #require(try device.installation.beginLaunch(wrapperVersion: "4.6.0").launch)
      let kept = try device.installation.content(of: launch).manifest
      for name in try device.names("releases/.manifests") {
        try FileManager.default.removeItem(atPath: device.path("releases/.manifests/\(name)"))
      }
      #expect(try device.installation.content(of: launch).manifest == kept)
      try device.write("added", to: "releases/1.0.0/added.js")
      let error = #expect(throws: InstallerError.self) { try device.installation.content(of: launch) }
      #expect(error?.code == .treeMismatch)
    }
  }

  @Test func `what the user declined is kept on disk, and a damaged file means nothing was`() throws {
    let device = try TestDevice()
    #expect(try device.installation.updateDecisions().isEmpty)
    let decision = UpdateDecision(kind: .native, version: "4.7.0", declinedAt: "2026-07-22T06:40:00Z")
    try device.installation.keep([decision])
    #expect(try device.installation.updateDecisions() == [decision])
    for text in [
      "", "{", #"{"schemaVersion":2,"decisions":[]}"#, #"{"schemaVersion":1,"decisions":[{"kind":"x"}]}"#,
    ] {
      try device.write(text, to: "decisions.json")
      #expect(try device.installation.updateDecisions().isEmpty)
    }
    try device.installation.keep([decision])
    #expect(try device.installation.updateDecisions() == [decision])
  }
}
