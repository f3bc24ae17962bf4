import HTTPClient
import ReleaseTesting
import Testing

/// JSON that comes so slowly that it could keep others waiting.
@Suite struct SlowBodyTests {
  @Test func `a reader's slow JSON keeps no worker from a pause`() throws {
    let registry = try TestRegistry()
    try registry.publish("2.14.0")
    let viewer = try registry.token(role: "viewer")
    let slow = try (0..<12).map { _ in try SlowBody(registry, "/policies/simulate", token: viewer) }
    // Each gets its turn: once they are asked for the body, every worker that they could hold is held.
    for body in slow { #expect(body.isAskedFor()) }
    #expect(try registry.transition("pause", "2.14.0").status == 200)
    #expect(try registry.get("/readyz").status == 200)
  }

  @Test(arguments: ["/policies/simulate", "/policies", "/tokens", "/trust"])
  func `a stranger's JSON is refused before it comes`(path: String) throws {
    let registry = try TestRegistry()
    let answer = try SlowBody(registry, path, token: "rrt_stranger").answer()
    #expect(answer.hasPrefix("HTTP/1.1 401 "), "\(answer)")
  }

  @Test func `a reader's JSON is refused before it comes where only managers may send it`() throws {
    let registry = try TestRegistry()
    let answer = try SlowBody(registry, "/tokens", token: try registry.token(role: "viewer")).answer()
    #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(answer)")
  }
}

/// A request whose body does not come.
private final class SlowBody {
  private let socket: ClientSocket

  init(_ registry: TestRegistry, _ path: String, token: String) throws {
    socket = try ClientSocket(port: registry.port)
    socket.send(
      Array(
        ("POST /admin/v1\(path) HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
          + "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n")
          .utf8))
  }

  /// Whether the registry asks for the body.
  func isAskedFor() -> Bool { socket.readNext().hasPrefix("HTTP/1.1 100 ") }

  /// The whole answer.
  func answer() -> String { socket.readToEnd() }
}
