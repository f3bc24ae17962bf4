import Glibc
import Testing

@testable import HTTPServer

/// Runs `body` with a server on a free port of 127.0.0.1, and stops it afterwards.
func withServer(
  _ router: Router, configure: (inout HTTPServerConfiguration) -> Void = { _ in },
  log: HTTPLog = .discarding, accessLog: AccessLog? = nil,
  _ body: (HTTPServer) throws -> Void
) throws {
  var configuration = HTTPServerConfiguration()
  configuration.workerThreads = 2
  configure(&configuration)
  let server = try HTTPServer(
    configuration: configuration, router: router, log: log, accessLog: accessLog)
  defer { server.drain(timeout: .zero) }
  try body(server)
}

extension HTTPServer {
  /// Sends one request over a connection of its own, and reads the answer.
  func answer(
    _ method: String, _ target: String, fields: [String] = [], body: [UInt8]? = nil
  ) throws -> RawResponse {
    let client = try RawClient(port: port)
    client.send(method, target, fields: fields, body: body)
    return try client.response(hasBody: method != "HEAD")
  }
}

extension RawClient {
  /// Sends a well-formed request.
  func send(_ method: String, _ target: String, fields: [String] = [], body: [UInt8]? = nil) {
    let length = body.map { ["Content-Length: \($0.count)"] } ?? []
    let lines = ["\(method) \(target) HTTP/1.1", "Host: test"] + fields + length
    send(Array(lines.map { $0 + "\r\n" }.joined().utf8) + Array("\r\n".utf8) + (body ?? []))
  }
}

/// A router with one route.
func routing(
  _ method: RequestMethod, _ template: String, maximumBodyBytes: UInt64? = nil,
  _ execution: Router.Execution
) -> Router {
  var router = Router()
  router.register(method, template, maximumBodyBytes: maximumBodyBytes, execution)
  return router
}

/// A router whose `GET /` waits at a gate, on a worker, and answers 204 then.
func routing(heldAt gate: Gate) -> Router {
  routing(
    .get, "/",
    .blocking { _ in
      gate.pass()
      return Response(204)
    })
}

/// Answers with a text.
func text(_ text: String) -> Response { Response(200, body: .bytes(Array(text.utf8))) }

/// Collects values from other threads.
final class Recorder<Value: Sendable>: Sendable {
  private let values = Monitor<[Value]>([])

  var all: [Value] { values.withLock { $0 } }

  func add(_ value: Value) { values.withLock { $0.append(value) } }
}

/// A gate that handlers wait at until the test opens it.
final class Gate: Sendable {
  private let state = Monitor((isOpen: false, waiting: 0))

  /// Waits until the gate is open.
  func pass() {
    state.withLock { $0.waiting += 1 }
    state.whenReady({ $0.isOpen }) { $0.waiting -= 1 }
  }

  /// Waits until so many wait.
  func awaitWaiting(_ count: Int) { state.whenReady({ $0.waiting >= count }) { _ in } }

  func open() { state.withLock { $0.isOpen = true } }
}

/// Waits until something becomes true on another thread; fails the test when that takes more than a minute.
func eventually(_ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  let start = ContinuousClock.now
  while !condition() {
    guard ContinuousClock.now - start < .seconds(60) else {
      Issue.record("it did not become true", sourceLocation: sourceLocation)
      return
    }
    usleep(1_000)
  }
}
