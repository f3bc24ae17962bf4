import HTTPServer
import Testing

@Suite struct AutomaticAnswerTests {
  private static let router = {
    var router = Router()
    router.register(.get, "/now", .immediate { _ in text("now") })
    router.register(.get, "/later", .blocking { _ in text("later") })
    router.register(.get, "/prepared", .immediate { _ in Response(prepared) })
    router.register(
      .get, "/echo/{name}",
      .immediate { head in
        text(
          "\(head.parameter("name"))|\(head.queryValues("q").joined(separator: ","))|\(head["X-Twice"] ?? "")"
        )
      })
    router.register(.post, "/now", .immediate { _ in Response(201) })
    return router
  }()

  private static let prepared = PreparedResponse(
    json: Array(#"{"a":1}"#.utf8), headers: ["ETag": "\"1\"", "Cache-Control": "max-age=0"])

  @Test(arguments: ["/now", "/later", "/prepared"])
  func `answers HEAD like GET, without the body`(path: String) throws {
    try withServer(Self.router) { server in
      let client = try RawClient(port: server.port)
      client.send("GET", path)
      let get = try client.response()
      client.send("HEAD", path)
      let head = try client.response(hasBody: false)
      client.send("GET", path)
      #expect(try client.response().body == get.body)
      #expect(head.status == 200)
      let fields = [get, head].map { answer in
        answer.fields.filter { $0.name != "X-Request-Id" && $0.name != "Date" }.map {
          "\($0.name): \($0.value)"
        }
      }
      #expect(fields[0] == fields[1])
      #expect(get["Content-Length"] == String(get.body.count))
    }
  }

  @Test(arguments: ["/now", "/later", "/prepared", "/nowhere"])
  func `gives every answer an id of its own, and says how to treat it`(path: String) throws {
    try withServer(Self.router) { server in
      let answers = try (0..<20).map { _ in try server.answer("GET", path) }
      #expect(Set(answers.compactMap { $0["X-Request-Id"] }).count == 20)
      #expect(answers.allSatisfy { $0["X-Content-Type-Options"] == "nosniff" && $0["Date"] != nil })
      #expect(answers.allSatisfy { $0["Server"] == nil })
    }
  }

  @Test(arguments: ["/now", "/later", "/prepared", "/nowhere"])
  func `uses a client's own id when it is harmless`(path: String) throws {
    try withServer(Self.router) { server in
      for id in ["trace-1.A_b", "0123456789abcdef0123456789abcdef"] {
        #expect(try server.answer("GET", path, fields: ["X-Request-Id: \(id)"])["X-Request-Id"] == id)
      }
      let own = try server.answer("GET", path, fields: ["x-request-id: a b"])["X-Request-Id"]
      #expect(own?.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    }
  }

  @Test func `says what a path answers to`() throws {
    try withServer(Self.router) { server in
      let options = try server.answer("OPTIONS", "/now")
      #expect(options.status == 204)
      #expect(options["Allow"] == "GET, HEAD, POST, OPTIONS")
      let refused = try server.answer("DELETE", "/now")
      #expect(refused.status == 405)
      #expect(refused["Allow"] == "GET, HEAD, POST, OPTIONS")
      #expect(refused.problemCode == "method_not_allowed")
      #expect(try server.answer("BREW", "/now").status == 405)
      #expect(try server.answer("OPTIONS", "*").status == 204)
    }
  }

  @Test func `answers an unknown path with a problem`() throws {
    try withServer(Self.router) { server in
      let answer = try server.answer("GET", "/no\"where")
      #expect(answer.status == 404)
      #expect(answer.problemCode == "not_found")
      #expect(answer.text.contains(#"'/no\"where'"#))
    }
  }

  @Test func `hands over parameters, query and fields`() throws {
    try withServer(Self.router) { server in
      let answer = try server.answer(
        "GET", "/echo/a%2Fb?q=1&q=%C3%A9", fields: ["X-Twice: 1", "x-twice:2  "])
      #expect(answer.text == "a/b|1,é|1, 2")
    }
  }

  @Test func `serves many requests over one connection, also when they come together`() throws {
    try withServer(Self.router) { server in
      let client = try RawClient(port: server.port)
      for path in ["/now", "/later", "/echo/x?q=1", "/later", "/nowhere", "/now"] { client.send("GET", path) }
      #expect(
        try (0..<6).map { _ in try client.response().text.prefix(5) } == [
          "now", "later", "x|1|", "later", "{\"typ", "now",
        ])
    }
  }

  @Test func `keeps a head that somebody kept`() throws {
    let heads = Recorder<RequestHead>()
    let router = routing(
      .get, "/{name}",
      .immediate { head in
        heads.add(head)
        return Response(204)
      })
    try withServer(router) { server in
      let client = try RawClient(port: server.port)
      for name in ["first", "second", "third"] {
        client.send("GET", "/\(name)")
        _ = try client.response()
      }
      #expect(heads.all.map { $0.parameter("name") } == ["first", "second", "third"])
      #expect(heads.all.allSatisfy { $0.remoteAddress == "127.0.0.1" })
    }
  }

  @Test func `closes after the answer when it is asked to`() throws {
    try withServer(Self.router) { server in
      for (path, version) in [("/now", "1.1"), ("/prepared", "1.1"), ("/now", "1.0")] {
        let client = try RawClient(port: server.port)
        client.send(
          "GET \(path) HTTP/\(version)\r\nHost: a\r\n\(version == "1.1" ? "Connection: close\r\n" : "")\r\n")
        #expect(try client.response()["Connection"] == "close")
        #expect(try client.isEnded())
      }
    }
  }
}
