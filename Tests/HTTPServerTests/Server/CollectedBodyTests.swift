import Testing

@testable import HTTPServer

/// Bodies that are in memory before a worker is taken.
@Suite struct CollectedBodyTests {
  private static let echoing = Router.Execution.collecting { _ in { Response(200, body: .bytes($0)) } }

  /// A server whose one worker is lost when anybody makes it wait, with `/` that collects and `/free` that does not.
  private func withOneWorker(
    maximumBodyBytes: UInt64 = 1 << 20, configure: (inout HTTPServerConfiguration) -> Void = { _ in },
    _ execution: Router.Execution = echoing, _ body: (HTTPServer) throws -> Void
  ) throws {
    var router = routing(.post, "/", maximumBodyBytes: maximumBodyBytes, execution)
    router.register(.get, "/free", .blocking { _ in text("free") })
    try withServer(
      router,
      configure: {
        $0.workerThreads = 1
        $0.limits.maximumWaitingRequests = 4
        configure(&$0)
      }, body)
  }

  private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) } }

  @Test(arguments: [0, 1, 1000, 300_000])
  func `hands over the whole body, and keeps the connection`(count: Int) throws {
    try withOneWorker { server in
      let client = try RawClient(port: server.port)
      for fields in [[], count > 0 ? ["Expect: 100-continue"] : [], []] {
        client.send("POST", "/", fields: fields + ["Content-Length: \(count)"])
        if !fields.isEmpty { #expect(try client.response().status == 100) }
        client.send(Self.bytes(count))
        #expect(try client.response().body == Self.bytes(count))
      }
      client.send("POST", "/", fields: ["Transfer-Encoding: chunked"])
      client.send("3\r\nabc\r\n")
      client.send("2\r\nde\r\n0\r\n\r\n")
      #expect(try client.response().text == "abcde")
      client.send("POST", "/")
      #expect(try client.response().body.isEmpty)
    }
  }

  @Test func `keeps no worker and no place in the queue while bodies drip`() throws {
    let admitted = Recorder<String>()
    let execution = Router.Execution.collecting { head in
      admitted.add(head.requestId)
      return { text("\($0.count)") }
    }
    try withOneWorker(execution) { server in
      let dripping = try (0..<40).map { index in
        let client = try RawClient(port: server.port)
        client.send("POST", "/", fields: ["Content-Length: 5"])
        client.send("{")
        // More than wait at once are refused for that alone.
        eventually { admitted.all.count == index + 1 }
        return client
      }
      #expect(try server.answer("GET", "/free").text == "free")
      #expect(try server.answer("POST", "/", body: [1, 2]).text == "2")
      for client in dripping { client.send("1234") }
      for client in dripping { #expect([200, 503].contains(try client.response().status)) }
    }
  }

  @Test(arguments: [["Expect: 100-continue"], []])
  func `lets the admission refuse before the body comes`(fields: [String]) throws {
    let execution = Router.Execution.collecting { head in
      guard head["Authorization"] != nil else { throw HTTPFault.notFound(head.path) }
      return { _ in Response(204) }
    }
    try withOneWorker(execution) { server in
      let client = try RawClient(port: server.port)
      client.send("POST", "/", fields: fields + ["Content-Length: 1000000"])
      #expect(try client.response().problemCode == "not_found")
    }
  }

  @Test func `asks the admission before it says that a body is too large`() throws {
    let execution = Router.Execution.collecting { head in
      guard head["Authorization"] != nil else { throw HTTPFault.notFound(head.path) }
      return { text("\($0.count)") }
    }
    try withOneWorker(maximumBodyBytes: 10, execution) { server in
      for fields in [["Content-Length: 11"], ["Transfer-Encoding: chunked"]] {
        for (authorization, code) in [("X: y", "not_found"), ("Authorization: me", "body_too_large")] {
          let client = try RawClient(port: server.port)
          client.send("POST", "/", fields: fields + [authorization])
          client.send(fields == ["Content-Length: 11"] ? "12345678901" : "b\r\n12345678901\r\n0\r\n\r\n")
          #expect(try client.response().problemCode == code)
        }
      }
      #expect(
        try server.answer("POST", "/", fields: ["Authorization: me"], body: Self.bytes(10)).text == "10")
    }
  }

  @Test func `bounds what all bodies take together, with room for small ones, and gives it back`() throws {
    try withOneWorker(configure: { $0.limits.maximumCollectedBytes = 100_000 }) { server in
      let large = Self.bytes(BodyBudget.freeBytes + 100_000)
      let holding = try RawClient(port: server.port)
      holding.send("POST", "/", fields: ["Content-Length: \(large.count + 1)"])
      holding.send(large)
      let refused = try RawClient(port: server.port)
      eventually { server.core.bodyBudget.left == 0 }
      refused.send("POST", "/", body: large)
      let answer = try refused.response()
      #expect(answer.problemCode == "server_busy")
      #expect(answer["Retry-After"] == "5")
      let small = Self.bytes(BodyBudget.freeBytes)
      #expect(try server.answer("POST", "/", body: small).body == small)
      holding.reset()
      eventually { server.core.bodyBudget.left == 100_000 }
      #expect(try server.answer("POST", "/", body: large).body == large)
    }
  }

  @Test func `ends a body that stalls, or is cut short, without asking a handler`() throws {
    let handled = Recorder<Int>()
    let execution = Router.Execution.collecting { _ in
      {
        handled.add($0.count)
        return Response(204)
      }
    }
    for (ends, patience, code) in [
      (false, Duration.milliseconds(80), "body_too_slow"), (true, .seconds(3600), "body_cut_short"),
    ] {
      try withOneWorker(configure: { $0.limits.slowBodyTimeout = patience }, execution) { server in
        let client = try RawClient(port: server.port)
        client.send("POST", "/", fields: ["Content-Length: 100"])
        client.send("abc")
        if ends { client.endSending() }
        #expect(try client.response().problemCode == code)
        #expect(try client.isEnded())
        #expect(try server.answer("GET", "/free").text == "free")
      }
    }
    #expect(handled.all.isEmpty)
  }

  @Test func `stops while a body is on its way`() throws {
    let started = Recorder<Int>()
    let execution = Router.Execution.collecting { _ in
      started.add(1)
      return { _ in Response(204) }
    }
    let router = routing(.post, "/", execution)
    var configuration = HTTPServerConfiguration()
    configuration.workerThreads = 1
    let server = try HTTPServer(configuration: configuration, router: router)
    let client = try RawClient(port: server.port)
    client.send("POST", "/", fields: ["Content-Length: 100"])
    client.send("abc")
    eventually { !started.all.isEmpty }
    #expect(server.drain(timeout: .zero) == false)
    #expect(try client.readToEnd().isEmpty)
  }
}
