import Testing

@testable import WrapperInstaller

@Suite struct LocalAddressTests {
  private static let message = #"{"id":"1","type":"release.checkForUpdate"}"#

  @Test(arguments: [
    "evil.example", "evil.example:PORT", "127.0.0.1", "localhost", "127.0.0.1:1", "[::1]:PORT",
    "localhost.:PORT", "127.0.0.1.evil.example:PORT", "127.1:PORT", "2130706433:PORT", "",
  ])
  func `refuses a foreign Host, whatever is asked`(host: String) async throws {
    let site = try TestSite()
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

  @Test(arguments: ["user@127.0.0.1:PORT", "127.0.0.1:PORT.", "127.0.0.1:PORT, evil.example"])
  func `refuses what is no Host`(host: String) async throws {
    let site = try TestSite()
    let answer = try await site.answer(
      "/app.js", fields: ["Host: \(host.replacing("PORT", with: String(site.port)))"])
    #expect(answer.status == 400)
    #expect(answer.body.contains(#""code":"invalid_host""#))
  }

  @Test func `judges an absolute target by the server that it names, and not by Host`() async throws {
    let site = try TestSite()
    let (own, foreign) = ("127.0.0.1:\(site.port)", "evil.example:\(site.port)")
    for path in ["/app.js", "/_wrapper/state", ""] {
      for host in [own, foreign] {
        #expect(try await site.answer("http://\(foreign)\(path)", fields: ["Host: \(host)"]).status == 421)
        #expect(try await site.answer("http://\(own)\(path)", fields: ["Host: \(host)"]).status == 200)
      }
    }
  }

  @Test func `answers to its two names, in any case`() async throws {
    let site = try TestSite()
    for host in ["127.0.0.1", "localhost", "LocalHost"] {
      #expect(try await site.answer("/app.js", fields: ["Host: \(host):\(site.port)"]).status == 200)
    }
  }

  private func post(
    _ site: TestSite, _ message: String = message, origin: String? = "http://127.0.0.1:PORT",
    type: String = "application/json", fields: [String] = []
  ) async throws -> LocalAnswer {
    let origin = origin.map { ["Origin: \($0.replacing("PORT", with: String(site.port)))"] } ?? []
    return try await site.answer(
      "/_wrapper/bridge", method: "POST", fields: origin + ["Content-Type: \(type)"] + fields, body: message)
  }

  @Test func `takes a message of its own page`() async throws {
    let site = try TestSite()
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
    let server = try TestSite()
    let fields = site.map { ["Sec-Fetch-Site: \($0)"] } ?? []
    let answer = try await post(server, origin: origin, type: type, fields: fields)
    #expect([403, 415].contains(answer.status))
    #expect(server.device.calls.isEmpty)
  }

  @Test(arguments: ["cross-site", "same-site"])
  func `gives the script, with its token, and the state to its own pages only`(site: String) async throws {
    let server = try TestSite()
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
    let answer = try await TestSite().answer(
      "/_wrapper/bridge", method: "OPTIONS",
      fields: ["Origin: https://evil.example", "Access-Control-Request-Method: POST"])
    #expect(answer.fields.keys.allSatisfy { !$0.hasPrefix("access-control-") })
  }

  @Test func `refuses ten megabytes, and goes on`() async throws {
    let site = try TestSite()
    let long = #"{"id":"1","type":""# + String(repeating: "a", count: 10 << 20) + #""}"#
    #expect(try await post(site, long).status == 413)
    #expect(site.device.calls.isEmpty)
    #expect(try await post(site).status == 200)
  }

  @Test func `answers what is no message under its id`() async throws {
    let answer = try await post(try TestSite(), #"{"id":"7","type":"release.explode"}"#)
    #expect(answer.status == 200)
    #expect(answer.body.contains(#""code":"unknown_type""#))
    #expect(answer.body.contains(#""id":"7","ok":false"#))
  }
}
