import HTTPServer
import Testing

@Suite struct ErrorTests {
  private struct DiskFull: Error {}

  private static let router = {
    var router = Router()
    router.register(.get, "/full", .blocking { _ in throw DiskFull() })
    router.register(.get, "/split", .immediate { _ in Response(200, headers: ["X": "a\r\nSet-Cookie: b"]) })
    router.register(.get, "/split/later", .blocking { _ in Response(200, headers: ["X": "a\nb"]) })
    return router
  }()

  @Test func `hides an unexpected error from the client, and logs it`() throws {
    let lines = Recorder<String>()
    let log = HTTPLog { level, message in if level == .error { lines.add(message) } }
    try withServer(Self.router, log: log) { server in
      let answer = try server.answer("GET", "/full", fields: ["X-Request-Id: trace-7"])
      #expect(answer.status == 500)
      #expect(answer.problemCode == "internal_error")
      #expect(!answer.text.contains("DiskFull"))
      #expect(lines.all.count == 1)
      #expect(lines.all.first?.contains("DiskFull") == true)
      #expect(lines.all.first?.contains("trace-7") == true)
    }
  }

  @Test func `answers an expected error as the mapping says`() throws {
    let server = try HTTPServer(
      configuration: HTTPServerConfiguration(), router: Self.router,
      errorResponse: { error, head in
        Response(error is DiskFull ? 507 : 500, headers: ["X-Path": head.path])
      })
    defer { server.drain(timeout: .zero) }
    let answer = try server.answer("GET", "/full")
    #expect(answer.status == 507)
    #expect(answer["X-Path"] == "/full")
  }

  @Test(arguments: ["/split", "/split/later"])
  func `never sends a field with a line break`(path: String) throws {
    let lines = Recorder<String>()
    try withServer(Self.router, log: HTTPLog { level, text in if level == .error { lines.add(text) } }) {
      server in
      let answer = try server.answer("GET", path)
      #expect(answer.status == 500)
      #expect(answer["Set-Cookie"] == nil)
      #expect(lines.all.count == 1)
    }
  }
}
