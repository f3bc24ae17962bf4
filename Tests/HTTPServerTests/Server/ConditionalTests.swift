import HTTPServer
import Testing

@Suite struct ConditionalTests {
  private static let router = {
    var router = Router()
    let headers: HeaderFields = ["ETag": "\"t1\"", "Cache-Control": "public, max-age=0, must-revalidate"]
    let prepared = PreparedResponse(json: Array("{}".utf8), headers: headers)
    router.register(.get, "/prepared", .immediate { _ in Response(prepared) })
    router.register(
      .get, "/extended",
      .immediate { _ in
        var response = Response(prepared)
        response.headers["X-Extra"] = "1"
        return response
      })
    router.register(.get, "/later", .blocking { _ in .json(Array("{}".utf8), headers: headers) })
    router.register(.post, "/later", .blocking { _ in .json(Array("{}".utf8), headers: headers) })
    return router
  }()

  @Test(arguments: ["/prepared", "/later", "/extended"])
  func `answers 304 to a client that has it`(path: String) throws {
    try withServer(Self.router) { server in
      let client = try RawClient(port: server.port)
      for condition in ["\"t1\"", "W/\"t1\"", "\"t0\", \"t1\"", "*"] {
        client.send("GET", path, fields: ["If-None-Match: \(condition)"])
        let answer = try client.response()
        #expect(answer.status == 304)
        #expect(answer["ETag"] == "\"t1\"")
        #expect(answer["Cache-Control"] == "public, max-age=0, must-revalidate")
        #expect(answer["X-Request-Id"] != nil)
      }
      client.send("HEAD", path, fields: ["If-None-Match: \"t1\""])
      #expect(try client.response(hasBody: false).status == 304)
      client.send("GET", path, fields: ["If-None-Match: \"t0\""])
      #expect(try client.response().text == "{}")
    }
  }

  @Test func `does not answer 304 to a change`() throws {
    try withServer(Self.router) { server in
      let answer = try server.answer("POST", "/later", fields: ["If-None-Match: \"t1\""])
      #expect(answer.status == 200)
    }
  }

  @Test func `adds a handler's own fields to a prepared answer`() throws {
    try withServer(Self.router) { server in
      let answer = try server.answer("GET", "/extended")
      #expect(answer["X-Extra"] == "1")
      #expect(answer["ETag"] == "\"t1\"")
      #expect(answer.text == "{}")
    }
  }
}
