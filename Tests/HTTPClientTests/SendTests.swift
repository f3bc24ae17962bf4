import HTTPClient
import ReleaseTesting
import Testing

@Suite struct SendTests {
  private func get(
    _ server: RawServer, path: String = "/", client: HTTPClient = makeClient(), fields: HTTPFields = [:]
  ) throws -> HTTPResponse {
    try client.send(HTTPRequest(.get, try WebAddress(parsing: server.url + path), fields: fields))
  }

  @Test(arguments: [200, 304, 404, 422, 501])
  func `returns the answer whatever its status`(status: Int) throws {
    try withRawServer { _, _, connection in
      connection.answer(status, fields: ["X-A: b"], body: status == 304 ? [] : [1, 2])
    } _: { server throws in
      let response = try get(server)
      #expect(response.status == status)
      #expect(response.fields["x-a"] == "b")
      #expect(response.body == (status == 304 ? [] : [1, 2]))
    }
  }

  @Test func `sends fields once, and no Expect or form type with small bodies`() throws {
    try withRawServer { request, _, connection in
      connection.read(Int(request["Content-Length"] ?? "0") ?? 0)
      connection.answer(201)
    } _: { server throws in
      let request = HTTPRequest(
        .post, try WebAddress(parsing: server.url), fields: ["Authorization": "Bearer x"],
        body: .bytes([1, 2]))
      #expect(try makeClient { $0.userAgent = "test/1" }.send(request).status == 201)
      let sent = try #require(server.requests.first)
      #expect(sent["Content-Length"] == "2")
      #expect(sent["Authorization"] == "Bearer x")
      #expect(sent["User-Agent"] == "test/1")
      #expect(sent["Expect"] == nil)
      #expect(sent["Content-Type"] == nil)
      #expect(sent["Transfer-Encoding"] == nil)
    }
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch])
  func `an empty body has a length of zero`(method: HTTPMethod) throws {
    try withRawServer { _, _, connection in
      connection.answer(200)
    } _: { server throws in
      _ = try makeClient().send(HTTPRequest(method, try WebAddress(parsing: server.url)))
      #expect(server.requests.first?.method == method.rawValue)
      #expect(server.requests.first?["Content-Length"] == "0")
    }
  }

  @Test(arguments: [HTTPMethod.head, .delete, .options])
  func `other methods send no body`(method: HTTPMethod) throws {
    try withRawServer { _, _, connection in
      connection.sendHead(200, length: method == .head ? 5 : 0)
    } _: { server throws in
      #expect(try makeClient().send(HTTPRequest(method, try WebAddress(parsing: server.url))).body == [])
      #expect(server.requests.first?.method == method.rawValue)
      #expect(server.requests.first?["Content-Length"] == nil)
    }
  }

  @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\u{0}b"])
  func `a field cannot smuggle another`(value: String) throws {
    let request = HTTPRequest(.get, try WebAddress(parsing: "http://127.0.0.1:1/"), fields: ["A": value])
    #expect(try clientError { _ = try makeClient().send(request) }?.code == .invalidRequest)
  }

  @Test func `asks again after 503 as Retry-After says, and recovers`() throws {
    let waits = RecordedWaits()
    try withRawServer { _, count, connection in
      if count < 2 { connection.answer(503, fields: ["Retry-After: 3"]) } else { connection.answer(200) }
    } _: { server throws in
      #expect(try get(server, client: makeClient(waits: waits)).status == 200)
      #expect(server.requests.count == 3)
      #expect(waits.all == [.milliseconds(3_500), .milliseconds(3_500)])
    }
  }

  @Test func `429 comes back as 429 with its Retry-After once the attempts are used up`() throws {
    try withRawServer { _, _, connection in
      connection.answer(429, fields: ["Retry-After: 1"])
    } _: { server throws in
      let response = try get(server)
      #expect(response.status == 429)
      #expect(response.fields["Retry-After"] == "1")
      #expect(server.requests.count == 4)
    }
  }

  @Test func `a request that must not be repeated is sent once, one with a key again`() throws {
    for (fields, count) in [([:], 1), (["Idempotency-Key": "k"], 4)] as [(HTTPFields, Int)] {
      try withRawServer { request, _, connection in
        connection.read(1)
        connection.reset()
      } _: { server throws in
        let request = HTTPRequest(
          .post, try WebAddress(parsing: server.url), fields: fields, body: .bytes([1]))
        #expect(try clientError { _ = try makeClient().send(request) }?.code == .cutShort)
        #expect(server.requests.count == count)
      }
    }
  }

  @Test func `follows redirects up to a bound and names the address without its query`() throws {
    try withRawServer { request, count, connection in
      if request.target == "/end" {
        connection.answer(200, body: [7])
      } else {
        connection.answer(302, fields: ["Location: \(request.target == "/once" ? "/end" : "/loop?t=secret")"])
      }
    } _: { server throws in
      let response = try get(server, path: "/once")
      #expect(response.body == [7])
      #expect(response.address.path == "/end")
      let error = try #require(try clientError { _ = try get(server, path: "/loop?t=secret") })
      #expect(error.code == .redirectRefused)
      #expect(!error.message.contains("secret"))
    }
  }

  @Test func `stops at the bound of a body, declared or endless`() throws {
    for length in [nil, 1_000_000] {
      try withRawServer { _, _, connection in
        connection.sendHead(200, length: length)
        connection.sendForever([UInt8](repeating: 1, count: 4_096))
      } _: { server throws in
        let client = makeClient { $0.maximumResponseBytes = 10_000 }
        #expect(try clientError { _ = try get(server, client: client) }?.code == .tooLarge)
      }
    }
  }

  @Test func `gives up a body that drips`() throws {
    try withRawServer { _, _, connection in
      connection.sendHead(200, length: 1_000_000)
      connection.sendForever([1], pausing: .milliseconds(100))
    } _: { server throws in
      let client = makeClient {
        $0.retry = .never
        $0.slowTransferPatience = .seconds(1)
      }
      #expect(try clientError { _ = try get(server, client: client) }?.code == .tooSlow)
    }
  }

  @Test func `gives up an answer that takes too long`() throws {
    try withRawServer { _, _, connection in
      connection.readToEnd()
    } _: { server throws in
      let client = makeClient {
        $0.retry = .never
        $0.exchangeTimeout = .milliseconds(100)
      }
      let error = try #require(
        try clientError { _ = try get(server, path: "/a?token=secret", client: client) })
      #expect(error.code == .timeout)
      #expect(error.message.hasPrefix(server.url + "/a:"))
    }
  }

  @Test(arguments: ["hello\r\n\r\n", "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 banana\r\n\r\n"])
  func `names an answer that is not HTTP`(text: String) throws {
    try withRawServer { _, _, connection in
      connection.send(text)
    } _: { server throws in
      #expect(try clientError { _ = try get(server) }?.code == .invalidResponse)
    }
  }

  @Test func `names a server that hangs up without a word, or in the middle`() throws {
    for head in ["", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"] {
      try withRawServer { _, _, connection in
        connection.send(head)
      } _: { server throws in
        let error = try clientError { _ = try get(server, client: makeClient { $0.retry = .never }) }
        #expect(error?.code == .cutShort)
      }
    }
  }

  @Test func `names a port where nothing listens`() throws {
    let server = try RawServer { _, _, connection in connection.answer(200) }
    server.stop()
    let waits = RecordedWaits()
    // The listening socket may take a moment to go; until then connections are cut.
    let error = try #require(try clientError { _ = try get(server, client: makeClient(waits: waits)) })
    #expect([.unreachable, .cutShort].contains(error.code))
    #expect(waits.all.count == 3)
  }

  @Test func `names a host that does not exist`() throws {
    let request = HTTPRequest(.get, try WebAddress(parsing: "http://nothing.invalid/"))
    let error = try clientError { _ = try makeClient { $0.retry = .never }.send(request) }
    #expect(error?.code == .unreachable)
  }

  @Test func `names a server that does not speak TLS`() throws {
    try withRawServer { _, _, connection in
      connection.answer(200)
    } _: { server throws in
      let address = try WebAddress(parsing: server.url.replacing("http:", with: "https:"))
      let error = try clientError {
        _ = try makeClient { $0.retry = .never }.send(HTTPRequest(.get, address))
      }
      #expect(error?.code == .tls)
    }
  }

  @Test func `a caller can cancel while nothing comes`() throws {
    let cancellation = Cancellation()
    try withRawServer { _, _, connection in
      cancellation.cancel()
      connection.readToEnd()
    } _: { server throws in
      let request = HTTPRequest(.get, try WebAddress(parsing: server.url))
      let error = try clientError { _ = try makeClient().send(request, cancellation: cancellation) }
      #expect(error?.code == .cancelled)
      #expect(server.requests.count == 1)
    }
  }
}
