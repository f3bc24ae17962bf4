import HTTPServer
import Testing

@Suite struct ObservationTests {
  private static let router = {
    var router = Router()
    router.register(.get, "/a", .immediate { _ in text("hello") })
    router.register(.post, "/b", .blocking { _ in Response(201, body: .bytes([1, 2, 3])) })
    return router
  }()

  @Test func `writes one access record for each request`() throws {
    let records = Recorder<AccessRecord>()
    try withServer(Self.router, accessLog: AccessLog { records.add($0) }) { server in
      let client = try RawClient(port: server.port)
      client.send("GET", "/a?x=%20", fields: ["X-Request-Id: one"])
      _ = try client.response()
      client.send("POST", "/b", body: [1])
      _ = try client.response()
      client.send("HEAD", "/a")
      _ = try client.response(hasBody: false)
      client.send("GET", "/nowhere")
      _ = try client.response()
      eventually { records.all.count == 4 }
      #expect(records.all.map(\.status) == [200, 201, 200, 404])
      #expect(records.all.map(\.method) == [.get, .post, .head, .get])
      #expect(records.all.map(\.bodyBytes).prefix(3) == [5, 3, 0])
      let first = try #require(records.all.first)
      #expect(first.target == "/a?x=…")
      #expect(first.requestId == "one")
      #expect(first.remoteAddress == "127.0.0.1")
      #expect(records.all.allSatisfy { $0.duration > .zero && $0.duration < .seconds(60) })
    }
  }

  @Test func `notes only the requests that are wanted`() throws {
    let records = Recorder<AccessRecord>()
    let log = AccessLog(where: { status, head in status >= 400 && head.path.hasPrefix("/now") }) {
      records.add($0)
    }
    try withServer(Self.router, accessLog: log) { server in
      let client = try RawClient(port: server.port)
      for path in ["/a", "/elsewhere", "/nowhere?x=1"] {
        client.send("GET", path)
        _ = try client.response()
      }
      eventually { !records.all.isEmpty }
      #expect(records.all.map(\.target) == ["/nowhere?x=…"])
      #expect(records.all.map(\.status) == [404])
      #expect(records.all.allSatisfy { $0.duration > .zero && !$0.requestId.isEmpty })
    }
  }

  @Test(arguments: [
    ("/a", "/a"), ("/a?", "/a?"), ("/a?channel=beta&token=rrt_secret", "/a?channel=beta&token=…"),
    ("/a?rrt_secret", "/a?…"), ("/a?token=&&channel=beta", "/a?token=…&&channel=beta"),
    ("/a?chann%65l=rrt_secret", "/a?chann%65l=…"),
    ("/nowhere?channel=rrt_secret&token=a=rrt_secret", "/nowhere?channel=…&token=…"),
    ("/a?token=%zz&x=rrt_secret", "/a?token=…&x=…"), ("/a#token=rrt_secret", "/a#token=…"),
    ("http://h/a?token=rrt_secret", "http://h/a?token=…"),
  ])
  func
    `notes no values of a query but those that are said to be no secrets, of requests that were not refused`(
      target: String, noted: String
    ) throws
  {
    let records = Recorder<AccessRecord>()
    try withServer(Self.router, accessLog: AccessLog(showing: ["channel"]) { records.add($0) }) { server in
      _ = try server.answer("GET", target)
      eventually { records.all.count == 1 }
      #expect(records.all.map(\.target) == [noted])
    }
  }

  @Test(arguments: [
    ("/tokens/rrt_0123", "/tokens/…"), ("/rrt_0/a", "/…/a"), ("/tokens/RRT%5F01", "/tokens/…"),
    ("/%72rt_0123", "/…"), ("/tokens/x%zzrrt_0", "/tokens/…"), ("/a?rrt_0=1", "/a?…"),
    ("/a?channel=rrt_0", "/a?channel=…"),
    ("/tokens/tok_00000001", "/tokens/tok_00000001"), ("/a/ab%2Frt_", "/a/ab%2Frt_"),
  ])
  func `notes nothing that holds the mark of a secret, wherever it is`(target: String, noted: String) throws {
    let records = Recorder<AccessRecord>()
    try withServer(
      Self.router, configure: { $0.secretMark = "rrt_" }, accessLog: AccessLog { records.add($0) }
    ) { server in
      _ = try server.answer("DELETE", target)
      eventually { records.all.count == 1 }
      #expect(records.all.map(\.target) == [noted])
    }
  }

  @Test func `an error of a handler is logged without a secret in its path`() throws {
    struct Failure: Error {}
    let lines = Recorder<String>()
    let router = routing(.get, "/{id}", .blocking { _ in throw Failure() })
    let log = HTTPLog { _, message in lines.add(message) }
    try withServer(router, configure: { $0.secretMark = "rrt_" }, log: log) { (server) throws in
      #expect(try server.answer("GET", "/rrt_0123").status == 500)
      #expect(lines.all.contains { $0.hasPrefix("GET /… failed") }, "\(lines.all)")
      #expect(!lines.all.contains { $0.contains("rrt_") })
    }
  }

  @Test func `counts what it does`() throws {
    try withServer(Self.router) { server in
      let client = try RawClient(port: server.port)
      for path in ["/a", "/a", "/nowhere"] {
        client.send("GET", path)
        _ = try client.response()
      }
      eventually { server.metrics.requestsInFlight == 0 }
      let metrics = server.metrics
      #expect(metrics.answers[2] == 2)
      #expect(metrics.answers[4] == 1)
      #expect(metrics.connections == 1)
    }
  }

  @Test func `knows what is in flight`() throws {
    let gate = Gate()
    let router = routing(heldAt: gate)
    try withServer(router) { server in
      let client = try RawClient(port: server.port)
      client.send("GET", "/")
      gate.awaitWaiting(1)
      #expect(server.metrics.requestsInFlight == 1)
      gate.open()
      _ = try client.response()
      eventually { server.metrics.requestsInFlight == 0 }
    }
  }
}
