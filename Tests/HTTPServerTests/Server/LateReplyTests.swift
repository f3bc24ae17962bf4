import Testing

@testable import HTTPServer

/// Answers that come when no worker has anything to do with the request any more.
@Suite struct LateReplyTests {
  /// A server whose one worker is lost when anybody makes it wait, with `/` that is answered by whoever has the replies.
  private func withOneWorker(
    _ replies: Recorder<(body: [UInt8], reply: Reply)>, _ body: (HTTPServer) throws -> Void
  ) throws {
    var router = routing(
      .post, "/", maximumBodyBytes: 10,
      .replying { head in
        if head["X-Refuse"] != nil { throw HTTPFault.notFound(head.path) }
        return { body, reply in
          if body.isEmpty { throw HTTPFault.malformedBody }
          replies.add((body, reply))
        }
      })
    router.register(.get, "/free", .blocking { _ in text("free") })
    try withServer(
      router,
      configure: {
        $0.workerThreads = 1
        $0.limits.maximumWaitingRequests = 4
      }, body)
  }

  @Test func `keeps no worker and no place in the queue until the answer is there`() throws {
    let replies = Recorder<(body: [UInt8], reply: Reply)>()
    try withOneWorker(replies) { server in
      let waiting = try (0..<20).map { number in
        let client = try RawClient(port: server.port)
        client.send("POST", "/", body: [UInt8(number)])
        eventually { replies.all.count == number + 1 }
        return client
      }
      #expect(try server.answer("GET", "/free").text == "free")
      for (body, reply) in replies.all.reversed() { reply.send { Response(200, body: .bytes(body)) } }
      for (number, client) in waiting.enumerated() {
        #expect(try client.response().body == [UInt8(number)])
        client.send("GET", "/free")
        #expect(try client.response().text == "free", "the connection goes on")
      }
    }
  }

  @Test func `an error is an answer, from the admission, the handler and the reply`() throws {
    let replies = Recorder<(body: [UInt8], reply: Reply)>()
    try withOneWorker(replies) { server in
      #expect(
        try server.answer("POST", "/", fields: ["X-Refuse: 1"], body: [1]).problemCode == "not_found")
      #expect(try server.answer("POST", "/", body: []).problemCode == "malformed_body")
      #expect(
        try server.answer("POST", "/", body: Array(repeating: 1, count: 11)).problemCode == "body_too_large")
      let client = try RawClient(port: server.port)
      client.send("POST", "/", body: [1])
      eventually { replies.all.count == 1 }
      replies.all.first?.reply.send { throw HTTPFault.bodyTooSlow }
      #expect(try client.response().problemCode == "body_too_slow")
    }
  }

  @Test func `a reply to a client that is gone, or of a server that has stopped, does nothing`() throws {
    let replies = Recorder<(body: [UInt8], reply: Reply)>()
    try withOneWorker(replies) { server in
      let client = try RawClient(port: server.port)
      client.send("POST", "/", body: [1])
      eventually { replies.all.count == 1 }
      server.drain(timeout: .zero)
    }
    for (_, reply) in replies.all { reply.send { text("late") } }
    #expect(replies.all.count == 1)
  }
}
