import HTTPServer
import Testing

@Suite struct RemainderTests {
  private static func router(screen: (@Sendable (RequestHead) -> Response?)? = nil) -> Router {
    var router = Router()
    router.register(.get, "/known", .immediate { _ in text("known") })
    router.register(.post, "/form", .immediate { _ in text("form") })
    router.registerRemainder(.blocking { text($0.head.pathSegments.joined(separator: "|")) })
    router.screen = screen
    return router
  }

  @Test(
    arguments: [
      ("/known", "known"), ("/", ""), ("/a/b/c.js?x=1", "a|b|c.js"), ("/a//b/", "a||b|"),
      ("/../%2e%2e/.", "..|..|."), ("/a%2Fb/c%5Cd", "a/b|c\\d"), ("/caf%C3%A9/%25", "caf\u{e9}|%"),
      ("/known/", "known|"), ("http://other/a/b", "a|b"), ("http://other", ""),
    ])
  func `answers every path that no route is for`(target: String, expected: String) throws {
    try withServer(Self.router()) { server in
      let answer = try server.answer("GET", target)
      #expect(answer.status == 200)
      #expect(String(decoding: answer.body, as: UTF8.self) == expected)
    }
  }

  @Test func `leaves methods and paths of routes alone`() throws {
    try withServer(Self.router()) { server in
      let post = try server.answer("POST", "/elsewhere", body: [])
      #expect(post.status == 405)
      #expect(post["Allow"] == "GET, HEAD, OPTIONS")
      #expect(try server.answer("GET", "/form").status == 405)
      #expect(try server.answer("HEAD", "/elsewhere").status == 200)
      #expect(try server.answer("OPTIONS", "*").status == 204)
    }
  }

  @Test(arguments: [
    ("GET", "/known"), ("GET", "/a"), ("HEAD", "/a"), ("POST", "/form"), ("OPTIONS", "/form"),
  ])
  func `screens every request before its path is looked up`(method: String, target: String) throws {
    let router = Self.router { head in
      head["X-Friend"] == nil ? Response(421, body: .bytes(Array("who?".utf8))) : nil
    }
    try withServer(router) { server in
      let body: [UInt8]? = method == "POST" ? [1, 2, 3] : nil
      #expect(try server.answer(method, target, body: body).status == 421)
      let friend = try server.answer(method, target, fields: ["X-Friend: yes"], body: body)
      #expect(friend.status == (method == "OPTIONS" ? 204 : 200))
    }
  }
}
