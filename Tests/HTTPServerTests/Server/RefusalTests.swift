import HTTPServer
import Testing

/// What libmicrohttpd refuses by itself is answered by this server, once and in its own form.
@Suite struct RefusalTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n"
  private static let post = "POST / HTTP/1.1\r\nHost: a\r\n"
  private static let chunked = "\(post)Transfer-Encoding: chunked\r\n\r\n"
  private static let long = String(repeating: "a", count: 60_000)

  @Test(arguments: [
    "GET /\r\nHost: a\r\n\r\n", "GET / HTTP/1.1x\r\nHost: a\r\n\r\n", "GET / http/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/11\r\nHost: a\r\n\r\n", "GET  HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1 \rX\r\n\r\n",
  ])
  func `a request line that is none`(request: String) throws {
    try expectRefusal(of: request, 400, "malformed_request_line")
  }

  @Test(arguments: [
    "GET / HTTP/2.0\r\nHost: a\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / HTTP/0.9\r\n\r\n",
  ])
  func `another version of HTTP`(request: String) throws {
    try expectRefusal(of: request, 505, "unsupported_http_version")
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nnonsense\r\n\r\n", "\(get)nonsense\r\n\r\n", "\(get)A: b\r\nnonsense\r\nC: d\r\n\r\n",
  ])
  func `a line of the header without a colon`(request: String) throws {
    try expectRefusal(of: request, 400, "malformed_header")
  }

  @Test(arguments: [
    "-1", "+5", "5, 5", "5,6", "5 5", "0x5", "5.0", "abc", "", "\u{665}", "5;",
    "-99999999999999999999999",
  ])
  func `a length that is no number`(length: String) throws {
    try expectRefusal(
      of: "\(Self.post)Content-Length: \(length)\r\n\r\nabcde", 400, "invalid_content_length")
  }

  @Test(arguments: ["18446744073709551616", "99999999999999999999999"])
  func `a length that no number can hold`(length: String) throws {
    try expectRefusal(of: "\(Self.post)Content-Length: \(length)\r\n\r\nabcde", 413, "body_too_large")
  }

  /// Each would let a proxy and this server disagree on where the request ends.
  @Test(arguments: [
    "Content-Length: 5\r\nContent-Length: 6", "Content-Length: 6\r\nContent-Length: 5",
    "Content-Length: x\r\nContent-Length: 5", "Content-Length: 5\r\nContent-Length: x",
    "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5",
    "Transfer-Encoding: chunked\r\nContent-Length: x", "Content-Length: x\r\nTransfer-Encoding: identity",
    "transfer-encoding: chunked\r\nTRANSFER-ENCODING: identity",
  ])
  func `two lengths`(fields: String) throws {
    try expectRefusal(of: "\(Self.post)\(fields)\r\n\r\n0\r\n\r\n", 400, "ambiguous_body_length")
  }

  @Test(arguments: [
    "zz\r\n\r\n", "\r\nabc\r\n", "-1\r\n", "0x5\r\nabcde\r\n", "5 \r\nabcde\r\n", "5\r\nabcdeX\r\n0\r\n\r\n",
    "0\r\nnonsense\r\n\r\n", "0\r\nA: b\r\nnonsense\r\n\r\n", "1;\(long)",
  ])
  func `a body whose chunks are malformed`(body: String) throws {
    try expectRefusal(of: Self.chunked + body, 400, "malformed_body")
  }

  @Test func `a chunk that no number can measure`() throws {
    try expectRefusal(of: "\(Self.chunked)fffffffffffffffff\r\n", 413, "body_too_large")
  }

  @Test(arguments: [
    "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n", "\(long)", "GET /?\(long) HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /?\(String(repeating: "a&", count: 2500)) HTTP/1.1\r\nHost: a\r\n\r\n",
  ])
  func `a URL longer than the connection's memory`(request: String) throws {
    try expectRefusal(of: request, 414, "url_too_long")
  }

  @Test(arguments: [
    "\(get)X: \(long)\r\n\r\n", "\(get)\(String(repeating: "a:\r\n", count: 2000))\r\n",
    "\(get)Cookie: \(String(repeating: "a;", count: 2000))\r\n\r\n", "\(chunked)0\r\nX: \(long)\r\n\r\n",
    "\(get)X: a\r\n\(String(repeating: " folded\r\n", count: 4000))\r\n",
  ])
  func `a header larger than the connection's memory`(request: String) throws {
    try expectRefusal(of: request, 431, "header_too_large")
  }

  @Test(arguments: [
    "HEAD / HTTP/1.1\r\nnonsense\r\n\r\n", "HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
    "\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
  ])
  func `HEAD is refused without a body`(request: String) throws {
    try withServer(countingRouter) { server in
      let client = try RawClient(port: server.port)
      client.send(request)
      #expect(try client.response(hasBody: false).status == 400)
      #expect(try client.isEnded())
    }
  }

  @Test func `comes after the answers to the requests before it, under the client's own id`() throws {
    try withServer(countingRouter) { server in
      let client = try RawClient(port: server.port)
      client.send("\(Self.get)\r\n\(Self.post)Content-Length: x\r\nX-Request-Id: mine\r\n\r\n\(Self.get)\r\n")
      #expect(try client.response().text == "ok")
      let refusal = try client.response()
      #expect(refusal.problemCode == "invalid_content_length")
      #expect(refusal["X-Request-Id"] == "mine")
      #expect(try client.isEnded())
    }
  }

  @Test func `a header that arrives in pieces, between those of others`() throws {
    try withServer(countingRouter) { server in
      let clients = try (0..<8).map { _ in try RawClient(port: server.port) }
      for piece in ["GET / HT", "TP/1.1\r\nHo", "st: a\r\n"] {
        for client in clients {
          client.send(piece)
          #expect(!client.isReadable(within: 0))
        }
      }
      clients[3].send("nonsense\r\n")
      #expect(try clients[3].response().problemCode == "malformed_header")
      for (index, client) in clients.enumerated() where index != 3 {
        client.send("\r\n")
        #expect(try client.response().text == "ok")
      }
    }
  }

  @Test(arguments: ["GARBAGE\r\n\r\n", "\u{16}\u{3}\u{1}\r\n", " / HTTP/1.1\r\n\r\n"])
  func `what is not even a line with a method is closed without a word`(bytes: String) throws {
    try withServer(countingRouter) { server in
      let client = try RawClient(port: server.port)
      client.send(bytes)
      #expect(try client.isEnded())
    }
  }

  @Test func `is counted and logged like every answer`() throws {
    let records = Recorder<AccessRecord>()
    try withServer(countingRouter, accessLog: AccessLog { records.add($0) }) { server in
      for request in [
        "GET / HTTP/2.0\r\n\r\n", "\(Self.post)Content-Length: x\r\nX-Request-Id: mine\r\n\r\n",
      ] {
        let client = try RawClient(port: server.port)
        client.send(request)
        _ = try client.response()
        #expect(try client.isEnded())
      }
      eventually { records.all.count == 2 && server.metrics.requestsInFlight == 0 }
      #expect(records.all.map(\.status) == [505, 400])
      #expect(records.all.map(\.target) == ["", "/"])
      #expect(records.all.last?.requestId == "mine")
      #expect(records.all.allSatisfy { $0.remoteAddress == "127.0.0.1" && $0.bodyBytes > 0 })
      #expect(server.metrics.answers[4] == 1 && server.metrics.answers[5] == 1)
    }
  }

  /// The answer is one well-formed response with everything that every response has, and then the connection ends.
  private func expectRefusal(
    of request: String, _ status: Int, _ code: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try withServer(countingRouter) { server in
      let client = try RawClient(port: server.port)
      client.send(request)
      let answer = try client.response()
      #expect(answer.status == status, sourceLocation: sourceLocation)
      #expect(answer.problemCode == code, sourceLocation: sourceLocation)
      for name in ["X-Request-Id", "Connection", "Content-Length", "Date", "Content-Type"] {
        #expect(
          answer.fields.filter { $0.name == name }.count == 1, "\(name)", sourceLocation: sourceLocation)
      }
      #expect(answer["Connection"] == "close", sourceLocation: sourceLocation)
      #expect(answer.text.hasSuffix("}"), sourceLocation: sourceLocation)
      #expect(try client.isEnded(), "something follows", sourceLocation: sourceLocation)
      #expect(try server.answer("GET", "/").text == "ok", sourceLocation: sourceLocation)
      eventually({ server.metrics.connections == 0 }, sourceLocation: sourceLocation)
    }
  }
}
