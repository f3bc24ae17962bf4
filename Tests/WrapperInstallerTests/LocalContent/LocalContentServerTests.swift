import Glibc
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct LocalContentServerTests {
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
    let site = try TestSite()
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
    let answer = try await TestSite().answer(
      target, fields: ["Sec-Fetch-Dest: script", "Sec-Fetch-Site: same-origin"])
    #expect(answer.status == 404)
    #expect(answer.body.contains(#""code":"no_such_file""#))
  }

  @Test(arguments: ["/a%00b", "/%ff", "/%zz", "/%C3%28"])
  func `refuses paths that are no text`(target: String) async throws {
    #expect(try await TestSite().answer(target).status == 400)
  }

  @Test func `serves no file that was put there later`() async throws {
    let site = try TestSite()
    try site.folder.write(Array("new()".utf8), to: "tree/new.js")
    #expect(try await site.answer("/new.js").status == 404)
  }

  @Test func `serves no link, and nothing behind one`() async throws {
    let site = try TestSite()
    try site.folder.write(Array("run()".utf8), to: "elsewhere/app.js")
    try site.folder.write(Array("body{}".utf8), to: "elsewhere/a b.css")
    try replace("app.js", in: site, withLinkTo: "../elsewhere/app.js")
    try replace("assets", in: site, withLinkTo: "../elsewhere")
    for target in ["/app.js", "/assets/a%20b.css"] {
      let answer = try await site.answer(target)
      #expect(answer.status == 500)
      #expect(answer.body.contains(#""code":"file_changed""#))
    }
    #expect(site.failures.all.count == 2)
    #expect(site.failures.all.first?.contains("'app.js' is not the file that was installed") == true)
  }

  private func replace(_ name: String, in site: TestSite, withLinkTo target: String) throws {
    let path = site.folder.path("tree/\(name)")
    #expect(rename(path, path + ".old") == 0)
    #expect(symlink(target, path) == 0)
  }

  @Test func `serves no file that is longer, shorter or gone, no folder and no pipe`() async throws {
    let site = try TestSite()
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

  @Test func `serves no file of the same size that has other bytes, whenever they came`() async throws {
    let site = try TestSite()
    #expect(try await site.answer("/app.js").body == "run()")
    #expect(try await site.answer("/app.js").status == 200)
    let path = site.folder.path("tree/app.js")
    var before = stat()
    #expect(stat(path, &before) == 0)
    for text in ["ran()", "fun()"] {
      let file = open(path, O_WRONLY)
      #expect(write(file, text, 5) == 5)
      // As it was written before, by what it says.
      let times = [before.st_atim, before.st_mtim]
      #expect(futimens(file, times) == 0)
      #expect(close(file) == 0)
      #expect(try await site.answer("/app.js").body.contains(#""code":"file_changed""#))
    }
    #expect(try await site.answer("/index.html").status == 200)
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
    let answer = try await TestSite().answer("/clip.mp4", fields: ["Range: \(range)"])
    #expect(answer.status == status)
    #expect(answer.body == body)
    #expect(answer["Content-Range"] == contentRange)
    #expect(answer["Accept-Ranges"] == "bytes")
    #expect(answer["Content-Type"] == "video/mp4")
  }

  @Test func `refuses a range behind the end`() async throws {
    let answer = try await TestSite().answer("/clip.mp4", fields: ["Range: bytes=10-"])
    #expect(answer.status == 416)
    #expect(answer["Content-Range"] == "bytes */10")
  }

  @Test func `names files by their digest, and lets browsers keep what a version's address names`()
    async throws
  {
    let site = try TestSite()
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
    let builtIn = try TestSite(version: nil)
    #expect(try await builtIn.answer("/app.js?webReleaseVersion=built-in")["Cache-Control"] == "no-cache")
  }

  @Test func `lets no other server's page put the app into a frame`() async throws {
    #expect(try await TestSite().answer("/orders")["Content-Security-Policy"] == "frame-ancestors 'self'")
  }

  @Test func `tells when somebody opens the page`() async throws {
    let site = try TestSite()
    _ = try await site.answer("/app.js")
    _ = try await site.answer("/", method: "HEAD")
    #expect(site.openings.count == 0)
    _ = try await site.answer("/orders")
    #expect(site.openings.count == 1)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "PATCH"])
  func `only reads`(method: String) async throws {
    #expect(try await TestSite().answer("/app.js", method: method, body: "x").status == 405)
  }

  @Test func `starts and stops many times at one address, and leaves nothing open`() async throws {
    let site = try TestSite()
    var ports: Set<UInt16> = []
    for version in 0..<50 {
      let url = try site.server.start(site.content(version: "1.0.\(version)"))
      let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
      ports.insert(port)
      let script = try await LocalAnswer.of(port, "GET", "/_wrapper/bridge.js")
      #expect(script.body.contains(#""webReleaseVersion":"1.0.\#(version)""#))
    }
    // Another test may have been given the port in between, seldom.
    #expect(ports.count <= 3)
    site.server.stop()
    site.server.stop()
    await #expect(throws: (any Error).self) { try await LocalAnswer.of(ports.first ?? 0, "GET", "/") }
    #expect(openFiles(in: site.folder.path).isEmpty)
  }

  private func openFiles(in folder: String) -> [String] {
    var found: [String] = []
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    for descriptor in 0..<1024 {
      let count = readlink("/proc/self/fd/\(descriptor)", &path, path.count)
      guard count > 0 else { continue }
      let text = String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      if text.hasPrefix(folder) { found.append(text) }
    }
    return found
  }

  @Test func `uses another port when its own is taken, unless it was told which`() async throws {
    let first = try TestSite()
    let demanding = LocalContentServer(port: first.port)
    let content = try first.content()
    let error = #expect(throws: InstallerError.self) { try demanding.start(content) }
    #expect(error?.code == .localServerFailed)

    let second = try TestSite()
    second.server.stop()
    let squatter = LocalContentServer(port: second.port)
    #expect(try squatter.start(content) == "http://127.0.0.1:\(second.port)")
    #expect(try second.server.start(content) != "http://127.0.0.1:\(second.port)")
    squatter.stop()
  }
}
