import Glibc
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

@Suite struct LocalContentServerTests {
  private static let files: KeyValuePairs = [
    "index.html": "<!doctype html><title>app</title>", "app.js": "run()", "assets/a b.css": "body{}",
    "assets/caf\u{e9}.js": "un()", "assets/100%25.js": "literal", "clip.mp4": "0123456789", "empty.txt": "",
    "_wrapper/bridge.js": "stolen()", "_wrapper/other.js": "hidden()",
  ]

  /// A server of a release with these files, in a folder of its own.
  private final class Site: Sendable {
    let folder: TemporaryFolder
    let server = LocalContentServer()
    let device: ScriptedDevice
    let openings = Openings()
    let port: UInt16

    init(version: String? = "1.0.0", initialPath: String = "/") throws {
      folder = try TemporaryFolder()
      for (name, text) in LocalContentServerTests.files {
        try folder.write(Array(text.utf8), to: "tree/\(name)")
      }
      device = try ScriptedDevice()
      let tree = try ContentTree(
        folder: folder.path("tree"), manifest: try TreeVerifier().manifest(of: folder.path("tree")),
        entryFile: "index.html")
      let facts = try WrapperFacts(
        platform: "ios", wrapperVersion: "4.6.0", webReleaseVersion: version, initialPath: initialPath)
      let content = ServedContent(
        tree: tree, version: version,
        bridge: LaunchBridge(
          Bridge(device), facts: facts, token: "secret-token", url: "/index.html?webReleaseVersion=1.0.0"),
        pageOpened: { [openings] in openings.note() })
      port = UInt16(try server.start(content).split(separator: ":").last ?? "") ?? 0
    }

    deinit { server.stop() }

    func answer(
      _ target: String, method: String = "GET", fields: [String] = [], body: String? = nil
    ) async throws -> LocalAnswer {
      try await LocalAnswer.of(port, method, target, fields: fields, body: body)
    }
  }

  private final class Openings: Sendable {
    private let noted = Mutex(0)
    var count: Int { noted.withLock { $0 } }
    func note() { noted.withLock { $0 += 1 } }
  }

  private static let message = #"{"id":"1","type":"release.checkForUpdate"}"#

  // MARK: Files

  @Test(
    arguments: [
      ("/", "<!doctype html><title>app</title>", "text/html; charset=utf-8"),
      ("/index.html", "<!doctype html><title>app</title>", "text/html; charset=utf-8"),
      ("/app.js?v=1#x".replacing("#x", with: ""), "run()", "text/javascript; charset=utf-8"),
      ("/%61pp.js", "run()", "text/javascript; charset=utf-8"),
      ("/assets/a%20b.css", "body{}", "text/css; charset=utf-8"),
      ("/assets/caf%C3%A9.js", "un()", "text/javascript; charset=utf-8"),
      ("/assets/100%2525.js", "literal", "text/javascript; charset=utf-8"),
      ("/empty.txt", "", "text/plain; charset=utf-8"),
      ("/orders/17", "<!doctype html><title>app</title>", "text/html; charset=utf-8"),
    ])
  func `serves the files of the manifest`(target: String, body: String, type: String) async throws {
    let site = try Site()
    let answer = try await site.answer(target)
    #expect(answer.status == 200)
    #expect(answer.body == body)
    #expect(answer["Content-Type"] == type)
    #expect(answer["X-Content-Type-Options"] == "nosniff")
    #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin")
    #expect(answer["Access-Control-Allow-Origin"] == nil)
    let head = try await site.answer(target, method: "HEAD")
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    #expect(head["Content-Length"] == String(body.utf8.count))
  }

  @Test(arguments: [
    "/missing.js", "/App.js", "/assets/cafe%CC%81.js", "/assets/", "/../app.js", "/%2e%2e/app.js",
    "/assets/../app.js", "/assets/%2e%2e/app.js", "/assets%2F..%2Fapp.js", "/assets%2fa%20b.css",
    "/..%5capp.js",
    "//app.js", "/assets//a%20b.css", "/./app.js", "/_wrapper/", "/_wrapper/other.js", "/%5Fwrapper/other.js",
    "/_wrapper", "/..;/app.js",
  ])
  func `serves nothing else`(target: String) async throws {
    // What a browser fetches for a page; a person who opens the address may get the entry file.
    let answer = try await Site().answer(
      target, fields: ["Sec-Fetch-Dest: script", "Sec-Fetch-Site: same-origin"])
    #expect(answer.status == 404)
    #expect(answer.body.contains(#""code":"no_such_file""#))
  }

  @Test(arguments: ["/a%00b", "/%ff", "/%zz", "/%C3%28"])
  func `refuses paths that are no text`(target: String) async throws {
    #expect(try await Site().answer(target).status == 400)
  }

  @Test func `serves no file that was put there later`() async throws {
    let site = try Site()
    try site.folder.write(Array("new()".utf8), to: "tree/new.js")
    #expect(try await site.answer("/new.js").status == 404)
  }

  @Test func `serves no link, and nothing behind one`() async throws {
    let site = try Site()
    try site.folder.write(Array("run()".utf8), to: "elsewhere/app.js")
    try site.folder.write(Array("body{}".utf8), to: "elsewhere/a b.css")
    try replace("app.js", in: site, withLinkTo: "../elsewhere/app.js")
    try replace("assets", in: site, withLinkTo: "../elsewhere")
    for target in ["/app.js", "/assets/a%20b.css"] {
      let answer = try await site.answer(target)
      #expect(answer.status == 500)
      #expect(answer.body.contains(#""code":"file_changed""#))
    }
  }

  private func replace(_ name: String, in site: Site, withLinkTo target: String) throws {
    let path = site.folder.path("tree/\(name)")
    #expect(rename(path, path + ".old") == 0)
    #expect(symlink(target, path) == 0)
  }

  @Test func `serves no file that is longer, shorter or gone, no folder and no pipe`() async throws {
    let site = try Site()
    try site.folder.write(Array("run() && more()".utf8), to: "tree/app.js")
    try site.folder.write(Array("0".utf8), to: "tree/clip.mp4")
    #expect(unlink(site.folder.path("tree/index.html")) == 0)
    #expect(unlink(site.folder.path("tree/empty.txt")) == 0)
    #expect(mkfifo(site.folder.path("tree/empty.txt"), 0o644) == 0)
    #expect(unlink(site.folder.path("tree/assets/a b.css")) == 0)
    try site.folder.write([], to: "tree/assets/a b.css/x")
    for target in ["/app.js", "/clip.mp4", "/index.html", "/orders", "/empty.txt", "/assets/a%20b.css"] {
      #expect(try await site.answer(target).body.contains(#""code":"file_changed""#))
    }
  }

  @Test(
    arguments: [
      ("bytes=0-3", 206, "0123", "bytes 0-3/10"), ("bytes=4-", 206, "456789", "bytes 4-9/10"),
      ("bytes=-2", 206, "89", "bytes 8-9/10"), ("bytes=2-99", 206, "23456789", "bytes 2-9/10"),
      ("bytes=0-0", 206, "0", "bytes 0-0/10"), ("lines=1-2", 200, "0123456789", nil),
    ] as [(String, Int, String, String?)])
  func `serves ranges of media files`(range: String, status: Int, body: String, contentRange: String?)
    async throws
  {
    let answer = try await Site().answer("/clip.mp4", fields: ["Range: \(range)"])
    #expect(answer.status == status)
    #expect(answer.body == body)
    #expect(answer["Content-Range"] == contentRange)
    #expect(answer["Accept-Ranges"] == "bytes")
    #expect(answer["Content-Type"] == "video/mp4")
  }

  @Test func `refuses a range behind the end`() async throws {
    let answer = try await Site().answer("/clip.mp4", fields: ["Range: bytes=10-"])
    #expect(answer.status == 416)
    #expect(answer["Content-Range"] == "bytes */10")
  }

  @Test func `names files by their digest, and lets browsers keep what a version's address names`()
    async throws
  {
    let site = try Site()
    let plain = try await site.answer("/app.js")
    let versioned = try await site.answer("/app.js?webReleaseVersion=1.0.0")
    #expect(plain["ETag"] == "\"\(Digest.sha256(of: Array("run()".utf8)))\"")
    #expect(plain["Cache-Control"] == "no-cache")
    #expect(versioned["Cache-Control"] == "max-age=31536000, immutable")
    #expect(try await site.answer("/app.js?webReleaseVersion=0.9.0")["Cache-Control"] == "no-cache")
    #expect(try await site.answer("/index.html?webReleaseVersion=1.0.0")["Cache-Control"] == "no-cache")
    #expect(try await site.answer("/orders?webReleaseVersion=1.0.0")["Cache-Control"] == "no-cache")
    let known = try await site.answer("/app.js", fields: ["If-None-Match: \(plain["ETag"] ?? "")"])
    #expect(known.status == 304)
    #expect(known.body.isEmpty)
    let builtIn = try Site(version: nil)
    #expect(try await builtIn.answer("/app.js?webReleaseVersion=built-in")["Cache-Control"] == "no-cache")
  }

  @Test func `lets no other server's page put the app into a frame`() async throws {
    #expect(try await Site().answer("/orders")["Content-Security-Policy"] == "frame-ancestors 'self'")
  }

  @Test func `tells when somebody opens the page`() async throws {
    let site = try Site()
    _ = try await site.answer("/app.js")
    #expect(site.openings.count == 0)
    _ = try await site.answer("/orders")
    #expect(site.openings.count == 1)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "PATCH"])
  func `only reads`(method: String) async throws {
    #expect(try await Site().answer("/app.js", method: method, body: "x").status == 405)
  }

  // MARK: Who may ask

  @Test(arguments: [
    "evil.example", "evil.example:PORT", "127.0.0.1", "localhost", "127.0.0.1:1", "[::1]:PORT",
    "127.0.0.1:PORT.",
    "localhost.:PORT", "127.0.0.1.evil.example:PORT", "127.1:PORT", "2130706433:PORT", "user@127.0.0.1:PORT",
    "",
    "127.0.0.1:PORT, evil.example",
  ])
  func `refuses a foreign Host, whatever is asked`(host: String) async throws {
    let site = try Site()
    let field = "Host: \(host.replacing("PORT", with: String(site.port)))"
    for (method, target) in [
      ("GET", "/"), ("HEAD", "/app.js"), ("GET", "/_wrapper/bridge.js"), ("GET", "/_wrapper/state"),
      ("POST", "/_wrapper/bridge"), ("OPTIONS", "/_wrapper/bridge"), ("GET", "/missing.js"),
    ] {
      let answer = try await site.answer(target, method: method, fields: [field])
      #expect(answer.status == 421)
      if method != "HEAD" { #expect(answer.body.contains(#""code":"wrong_host""#)) }
    }
  }

  @Test func `answers to its two names, in any case, and not to a target that names another server`()
    async throws
  {
    let site = try Site()
    for host in ["127.0.0.1", "localhost", "LocalHost"] {
      #expect(try await site.answer("/app.js", fields: ["Host: \(host):\(site.port)"]).status == 200)
    }
    #expect(try await site.answer("http://evil.example/app.js").status == 421)
    #expect(try await site.answer("http://127.0.0.1:\(site.port)/app.js").status == 421)
  }

  private func post(
    _ site: Site, _ message: String = message, origin: String? = "http://127.0.0.1:PORT",
    type: String = "application/json", fields: [String] = []
  ) async throws -> LocalAnswer {
    let origin = origin.map { ["Origin: \($0.replacing("PORT", with: String(site.port)))"] } ?? []
    return try await site.answer(
      "/_wrapper/bridge", method: "POST", fields: origin + ["Content-Type: \(type)"] + fields, body: message)
  }

  @Test func `takes a message of its own page`() async throws {
    let site = try Site()
    for type in ["application/json", "application/json; charset=utf-8", "Application/JSON"] {
      let answer = try await post(site, type: type, fields: ["Sec-Fetch-Site: same-origin"])
      #expect(answer.status == 200)
      #expect(answer["Cache-Control"] == "no-store")
      #expect(answer.body.contains(#""id":"1","ok":true"#))
    }
    #expect(
      try await post(site, origin: "http://localhost:PORT", fields: ["Host: localhost:\(site.port)"]).status
        == 200)
    #expect(site.device.calls.count == 8)
  }

  @Test(
    arguments: [
      ("https://evil.example", "application/json", nil), ("null", "application/json", nil),
      (nil, "application/json", nil), ("http://127.0.0.1:1", "application/json", nil),
      ("http://localhost:PORT", "application/json", nil), ("https://127.0.0.1:PORT", "application/json", nil),
      ("http://127.0.0.1:PORT", "text/plain", nil),
      ("http://127.0.0.1:PORT", "application/x-www-form-urlencoded", nil),
      ("http://127.0.0.1:PORT", "multipart/form-data; boundary=application/json", nil),
      ("http://127.0.0.1:PORT", "application/json", "cross-site"),
      ("http://127.0.0.1:PORT", "application/json", "same-site"),
    ] as [(String?, String, String?)])
  func `takes no message of another server's page`(origin: String?, type: String, site: String?) async throws
  {
    let server = try Site()
    let fields = site.map { ["Sec-Fetch-Site: \($0)"] } ?? []
    let answer = try await post(server, origin: origin, type: type, fields: fields)
    #expect([403, 415].contains(answer.status))
    #expect(server.device.calls.isEmpty)
  }

  @Test(arguments: ["cross-site", "same-site"])
  func `gives the script, with its token, and the state to its own pages only`(site: String) async throws {
    let server = try Site()
    for target in ["/_wrapper/bridge.js", "/_wrapper/state"] {
      let foreign = try await server.answer(target, fields: ["Sec-Fetch-Site: \(site)"])
      #expect(foreign.status == 403)
      #expect(!foreign.body.contains("secret-token"))
      let own = try await server.answer(target, fields: ["Sec-Fetch-Site: same-origin"])
      #expect(own.status == 200)
      #expect(own["Cross-Origin-Resource-Policy"] == "same-origin")
      #expect(own["Cache-Control"] == "no-store")
    }
    #expect(try await server.answer("/_wrapper/bridge.js").body.contains("secret-token"))
    #expect(try await !server.answer("/_wrapper/state").body.contains("secret-token"))
  }

  @Test func `a preflight of another server's page gets no permission`() async throws {
    let answer = try await Site().answer(
      "/_wrapper/bridge", method: "OPTIONS",
      fields: ["Origin: https://evil.example", "Access-Control-Request-Method: POST"])
    #expect(answer.fields.keys.allSatisfy { !$0.hasPrefix("access-control-") })
  }

  @Test func `refuses ten megabytes, and goes on`() async throws {
    let site = try Site()
    let long = #"{"id":"1","type":""# + String(repeating: "a", count: 10 << 20) + #""}"#
    #expect(try await post(site, long).status == 413)
    #expect(site.device.calls.isEmpty)
    #expect(try await post(site).status == 200)
  }

  @Test func `answers what is no message under its id`() async throws {
    let answer = try await post(try Site(), #"{"id":"7","type":"release.explode"}"#)
    #expect(answer.status == 200)
    #expect(answer.body.contains(#""code":"unknown_type""#))
    #expect(answer.body.contains(#""id":"7","ok":false"#))
  }

  // MARK: Starting and stopping

  @Test func `starts and stops many times at one address, and leaves nothing open`() async throws {
    let site = try Site()
    let port = site.port
    let before = try openFiles()
    for version in 0..<50 {
      let tree = try ContentTree(
        folder: site.folder.path("tree"), manifest: try TreeVerifier().manifest(of: site.folder.path("tree")),
        entryFile: "index.html")
      let facts = try WrapperFacts(
        platform: "ios", wrapperVersion: "4.6.0", webReleaseVersion: "1.0.\(version)")
      let url = try site.server.start(
        ServedContent(
          tree: tree, version: "1.0.\(version)",
          bridge: LaunchBridge(Bridge(site.device), facts: facts, token: "t\(version)", url: "/"),
          pageOpened: {}))
      #expect(url == "http://127.0.0.1:\(port)")
      #expect(try await site.answer("/_wrapper/bridge.js").body.contains("1.0.\(version)"))
    }
    site.server.stop()
    site.server.stop()
    await #expect(throws: (any Error).self) { try await site.answer("/") }
    #expect(try openFiles() <= before)
  }

  private func openFiles() throws -> Int {
    let directory = try #require(opendir("/proc/self/fd"))
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }

  @Test func `uses another port when its own is taken, unless it was told which`() async throws {
    let first = try Site()
    let demanding = LocalContentServer(port: first.port)
    let tree = try ContentTree(
      folder: first.folder.path("tree"), manifest: try TreeVerifier().manifest(of: first.folder.path("tree")),
      entryFile: "index.html")
    let facts = try WrapperFacts(platform: "ios", wrapperVersion: "4.6.0", webReleaseVersion: "1.0.0")
    let content = ServedContent(
      tree: tree, version: nil,
      bridge: LaunchBridge(Bridge(first.device), facts: facts, token: "t", url: "/"), pageOpened: {})
    let error = #expect(throws: InstallerError.self) { try demanding.start(content) }
    #expect(error?.code == .localServerFailed)

    let second = try Site()
    second.server.stop()
    let squatter = LocalContentServer(port: second.port)
    #expect(try squatter.start(content) == "http://127.0.0.1:\(second.port)")
    #expect(try second.server.start(content) != "http://127.0.0.1:\(second.port)")
    squatter.stop()
  }
}
