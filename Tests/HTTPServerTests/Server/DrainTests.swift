import Foundation
import ReleaseTesting
import Testing

@testable import HTTPServer

@Suite struct DrainTests {
  /// A handler that waits at a gate, and one that does not.
  private static func router(_ gate: Gate) -> Router {
    var router = Router()
    router.register(
      .get, "/slow",
      .blocking { _ in
        gate.pass()
        return text("done")
      })
    router.register(.post, "/body", .blocking { text("\(try $0.body.all().count)") })
    router.register(.get, "/fast", .immediate { _ in text("fast") })
    return router
  }

  @Test func `lets a running request end, says close, and takes no more connections`() throws {
    let gate = Gate()
    let server = try HTTPServer(configuration: HTTPServerConfiguration(), router: Self.router(gate))
    let running = try RawClient(port: server.port)
    running.send("GET", "/slow")
    gate.awaitWaiting(1)
    let idle = try RawClient(port: server.port)
    idle.send("GET", "/fast")
    _ = try idle.response()
    let result = Recorder<Bool>()
    let thread = try SystemThread { result.add(server.drain(timeout: .seconds(10))) }
    #expect(try idle.isEnded())
    #expect(throws: (any Error).self) { try RawClient(port: server.port) }
    #expect(result.all.isEmpty)
    gate.open()
    let answer = try running.response()
    #expect(answer.text == "done")
    #expect(answer["Connection"] == "close")
    #expect(try running.isEnded())
    thread.join()
    #expect(result.all == [true])
  }

  @Test func `ends what does not end by itself`() throws {
    let gate = Gate()
    let server = try HTTPServer(configuration: HTTPServerConfiguration(), router: Self.router(gate))
    let stuck = try RawClient(port: server.port)
    stuck.send("GET", "/slow")
    gate.awaitWaiting(1)
    let halfway = try RawClient(port: server.port)
    halfway.send("POST", "/body", fields: ["Content-Length: 10"])
    halfway.send("abc")
    eventually { server.metrics.requestsInFlight == 2 }
    #expect(!server.drain(timeout: .milliseconds(1)))
    #expect(try stuck.isEnded())
    #expect(try halfway.isEnded())
    gate.open()
  }

  @Test func `stops when nobody holds it any more`() throws {
    var server: HTTPServer? = try HTTPServer(
      configuration: HTTPServerConfiguration(), router: Self.router(Gate()))
    let port = try #require(server?.port)
    let client = try RawClient(port: port)
    client.send("GET", "/fast")
    #expect(try client.response().text == "fast")
    server = nil
    #expect(try client.isEnded())
    #expect(throws: (any Error).self) { try RawClient(port: port) }
  }

  @Test func `can be stopped twice`() throws {
    let server = try HTTPServer(configuration: HTTPServerConfiguration(), router: Router())
    #expect(server.drain(timeout: .seconds(1)))
    #expect(server.drain(timeout: .seconds(1)))
  }

  /// Starts and stops servers under load: nothing may crash, hang or answer wrongly.
  @Test func `stops under load`() throws {
    var router = Router()
    router.register(.get, "/now", .immediate { _ in text("ok") })
    router.register(.post, "/later", .blocking { text("\(try $0.body.all().count)") })
    for round in 0..<15 {
      var configuration = HTTPServerConfiguration()
      configuration.eventThreads = 1 + round % 2
      let server = try HTTPServer(configuration: configuration, router: router)
      let wrong = Recorder<Int>()
      let started = Recorder<Int>()
      let threads = try (0..<3).map { _ in
        try SystemThread {
          while let client = try? RawClient(port: server.port) {
            for _ in 0..<5 {
              client.send("GET", "/now")
              guard let first = try? client.response() else { return }
              client.send("POST", "/later", body: [UInt8](repeating: 1, count: 50_000))
              guard let second = try? client.response() else { return }
              started.add(1)
              if first.text != "ok" || (second.text != "50000" && second.status < 400) {
                wrong.add(second.status)
              }
            }
          }
        }
      }
      eventually { started.all.count > 5 }
      server.drain(timeout: .milliseconds(round * 2))
      for thread in threads { thread.join() }
      #expect(wrong.all.isEmpty)
    }
  }
}
