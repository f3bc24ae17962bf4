import ReleaseTesting
import Testing

@testable import HTTPServer

@Suite struct TimeoutTests {
  /// Makes one time short enough to wait for. The others stay far away, because on a busy machine a test may well take that
  /// long between any two of its lines.
  private static func short(
    _ time: WritableKeyPath<HTTPLimits, Duration>
  ) -> (inout HTTPServerConfiguration) -> Void {
    { configuration in
      configuration.limits.headerTimeout = .seconds(3600)
      configuration.limits.idleTimeout = .seconds(3600)
      configuration.limits.slowClientTimeout = .seconds(3600)
      configuration.limits.slowBodyTimeout = .seconds(3600)
      configuration.limits[keyPath: time] = .milliseconds(80)
    }
  }

  @Test func `cuts a header that comes byte by byte`() throws {
    try withServer(Router(), configure: Self.short(\.headerTimeout)) { server in
      let client = try RawClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nX: ")
      var sent = 0
      // Each byte would start libmicrohttpd's own time-out again.
      while !client.isReadable(within: 5), client.send("a") { sent += 1 }
      #expect(sent < 2000)
      #expect(server.metrics.timedOutConnections == 1)
    }
  }

  @Test func `cuts a connection that says nothing`() throws {
    try withServer(Router(), configure: Self.short(\.headerTimeout)) { server in
      let client = try RawClient(port: server.port)
      #expect(try client.isEnded())
    }
  }

  @Test func `cuts a connection that idles after a request`() throws {
    try withServer(Router(), configure: Self.short(\.idleTimeout)) { server in
      let client = try RawClient(port: server.port)
      client.send("GET", "/")
      #expect(try client.response().status == 404)
      #expect(try client.isEnded())
    }
  }

  @Test func `cuts a body that stalls, and tells the handler`() throws {
    let codes = Recorder<String>()
    let router = routing(
      .post, "/",
      .blocking { request in
        do {
          return text("\(try request.body.all().count)")
        } catch let fault as HTTPFault {
          codes.add(fault.code)
          throw fault
        }
      })
    try withServer(router, configure: Self.short(\.slowBodyTimeout)) { server in
      let client = try RawClient(port: server.port)
      client.send("POST", "/", fields: ["Content-Length: 100"])
      client.send("abc")
      let answer = try client.response()
      #expect(answer.status == 408)
      #expect(answer.problemCode == "body_too_slow")
      #expect(answer["Connection"] == "close")
      #expect(try client.isEnded())
      eventually { !codes.all.isEmpty }
      #expect(codes.all == ["body_too_slow"])
      #expect(server.metrics.timedOutConnections == 1)
    }
  }

  @Test func `cuts a small body that nobody wants and that stalls`() throws {
    try withServer(Router(), configure: Self.short(\.slowBodyTimeout)) { server in
      let client = try RawClient(port: server.port)
      client.send("POST", "/nowhere", fields: ["Content-Length: 100"])
      #expect(try client.response().problemCode == "body_too_slow")
      #expect(try client.isEnded())
    }
  }

  @Test func `frees every worker that drips of bodies hold`() throws {
    let router = routing(.post, "/", .blocking { text("\(try $0.body.all().count)") })
    try withServer(router, configure: Self.short(\.slowBodyTimeout)) { server in
      let held = try (0..<2).map { _ in try RawClient(port: server.port) }
      for client in held { client.send("POST", "/", fields: ["Content-Length: 1000"]) }
      // Each byte would be enough for a rule that asks only whether anything came.
      while !held.allSatisfy({ $0.isReadable(within: 2) }) { for client in held { client.send("a") } }
      for client in held { #expect(try client.response().problemCode == "body_too_slow") }
      #expect(try server.answer("POST", "/", body: [1, 2, 3]).text == "3")
    }
  }

  @Test func `cuts who does not take the answer`() throws {
    let large = PreparedResponse(200, headers: [:], body: [UInt8](repeating: 7, count: 32 << 20))
    try withServer(
      routing(.get, "/", .immediate { _ in Response(large) }), configure: Self.short(\.slowClientTimeout)
    ) { server in
      let client = try RawClient(port: server.port, receiveBuffer: 4096)
      client.send("GET", "/")
      eventually { server.metrics.timedOutConnections == 1 }
      // What is buffered still comes, and then the end instead of the rest.
      #expect(try client.readToEnd().count < 32 << 20)
    }
  }

  @Test func `waits for a handler that takes longer than any of them`() throws {
    let gate = Gate()
    let router = routing(
      .get, "/",
      .blocking { _ in
        gate.pass()
        return text("done")
      })
    let allShort: (inout HTTPServerConfiguration) -> Void = { configuration in
      configuration.limits.headerTimeout = .seconds(3600)
      configuration.limits.idleTimeout = .milliseconds(80)
      configuration.limits.slowClientTimeout = .milliseconds(80)
      configuration.limits.slowBodyTimeout = .milliseconds(80)
    }
    try withServer(router, configure: allShort) { server in
      let client = try RawClient(port: server.port)
      client.send("GET", "/")
      gate.awaitWaiting(1)
      // Another connection's time-out shows that enough time has passed.
      let stalled = try RawClient(port: server.port)
      stalled.send("POST", "/", fields: ["Content-Length: 100"])
      #expect(try stalled.response().problemCode == "body_too_slow")
      gate.open()
      #expect(try client.response().text == "done")
    }
  }
}
