import Testing

@testable import HTTPServer

@Suite struct RouterTests {
  private static let router = {
    var router = Router()
    for (method, template) in [
      (RequestMethod.get, "/healthz"), (.get, "/releases/{version}"), (.patch, "/releases/{version}"),
      (.get, "/releases/latest"), (.get, "/artifacts/{sha256}.zip"),
      (.post, "/{channel}/releases/{version}/pause"),
      (.get, "/{channel}/releases/latest/{x}"),
    ] {
      router.register(method, template, .immediate { _ in Response(200) })
    }
    return router
  }()

  @Test(arguments: [
    ("/healthz", "/healthz", []), ("/releases/1.0.0", "/releases/{version}", ["1.0.0"]),
    ("/releases/latest", "/releases/latest", []), ("/artifacts/abc.zip", "/artifacts/{sha256}.zip", ["abc"]),
    ("/releases/a%2Fb%20c", "/releases/{version}", ["a/b c"]), ("/releases/%6Catest", "/releases/latest", []),
    ("/beta/releases/latest/y", "/{channel}/releases/latest/{x}", ["beta", "y"]),
  ])
  func `finds the route and its parameters`(target: String, template: String, values: [String]) throws {
    let head = try head(target)
    guard case .route(let route) = Self.router.match(head.buffer) else {
      Issue.record("no route for \(target)")
      return
    }
    #expect(route.template == template)
    #expect(RouteTemplate(template).parameterNames.map(head.parameter) == values)
  }

  @Test(arguments: [
    "/", "/healthz/", "/Healthz", "/releases", "/releases/", "/releases/a/b", "/artifacts/.zip",
    "/artifacts/a",
    "/healthz%2F", "//healthz", "/%2Fhealthz", "*",
  ])
  func `finds nothing where nothing is`(target: String) throws {
    guard case .fault(let fault) = Self.router.match(try head(target).buffer) else {
      Issue.record("a route for \(target)")
      return
    }
    #expect(fault.status == 404)
    #expect(fault.code == "not_found")
  }

  @Test func `says which methods there are`() throws {
    guard case .fault(let fault) = Self.router.match(try head("/releases/1.0.0", method: .delete).buffer),
      case .options(let allowed) = Self.router.match(try head("/releases/1.0.0", method: .options).buffer)
    else {
      Issue.record("neither 405 nor OPTIONS")
      return
    }
    #expect(fault.status == 405)
    #expect(fault.headers["Allow"] == "GET, HEAD, PATCH, OPTIONS")
    #expect(allowed == "GET, HEAD, PATCH, OPTIONS")
  }

  @Test func `gives HEAD to the handler of GET`() throws {
    guard case .route(let route) = Self.router.match(try head("/healthz", method: .head).buffer) else {
      Issue.record("no route for HEAD")
      return
    }
    #expect(route.method == .get)
  }
}
