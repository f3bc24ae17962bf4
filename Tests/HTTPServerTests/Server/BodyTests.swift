import Glibc
import Testing

@testable import HTTPServer

@Suite struct BodyTests {
  /// Answers with the body itself.
  private static let echoing = Router.Execution.blocking { request in
    var body: [UInt8] = []
    while let chunk = try request.body.read() { body += chunk }
    return Response(200, body: .bytes(body))
  }

  /// Bytes whose order shows.
  private static func pattern(_ count: Int) -> [UInt8] {
    let block = (0..<1021).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += block }
    return Array(bytes.prefix(count))
  }

  private static func chunked(_ bytes: [UInt8], by size: Int) -> [UInt8] {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = bytes[start..<min(start + size, bytes.count)]
      result += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
    }
    return result + Array("0\r\n\r\n".utf8)
  }

  @Test(arguments: [0, 1, 1000, 300_000, 3_000_000])
  func `streams a body of declared length`(count: Int) throws {
    try withServer(routing(.post, "/", maximumBodyBytes: 4 << 20, Self.echoing)) { server in
      let body = Self.pattern(count)
      let client = try RawClient(port: server.port)
      for _ in 0..<2 {
        client.send("POST", "/", body: body)
        #expect(isSame(try client.response().body, body))
      }
    }
  }

  @Test(arguments: [(0, 1), (1000, 1), (300_000, 70_000), (1_000_000, 333)])
  func `streams a chunked body`(count: Int, size: Int) throws {
    try withServer(routing(.post, "/", maximumBodyBytes: 4 << 20, Self.echoing)) { server in
      let body = Self.pattern(count)
      let client = try RawClient(port: server.port)
      for _ in 0..<2 {
        client.send("POST", "/", fields: ["Transfer-Encoding: chunked"])
        client.send(Self.chunked(body, by: size))
        #expect(isSame(try client.response().body, body))
      }
    }
  }

  @Test func `holds no more than its buffer while the handler is busy`() throws {
    let gate = Gate()
    let first = Recorder<Int>()
    let router = routing(
      .post, "/", maximumBodyBytes: 64 << 20,
      .blocking { request in
        first.add(try request.body.read()?.count ?? 0)
        gate.pass()
        var count = 0
        while let chunk = try request.body.read(upTo: 4 << 20) {
          #expect(chunk.count <= BodyReader.bufferBytes)
          count += chunk.count
        }
        return text("\(count + (first.all.first ?? 0))")
      })
    try withServer(router) { server in
      let client = try RawClient(port: server.port)
      client.send("POST", "/", fields: ["Content-Length: 20000000"])
      client.send(Self.pattern(1000))
      gate.awaitWaiting(1)
      gate.open()
      client.send([UInt8](repeating: 1, count: 20_000_000 - 1000))
      #expect(try client.response().text == "20000000")
    }
  }

  @Test func `asks for the body only when the handler wants it`() throws {
    var router = routing(.post, "/read", Self.echoing)
    router.register(.post, "/refuse", .blocking { _ in Response(401) })
    try withServer(router) { server in
      let reading = try RawClient(port: server.port)
      reading.send("POST", "/read", fields: ["Expect: 100-continue", "Content-Length: 3"])
      #expect(try reading.response().status == 100)
      reading.send("abc")
      #expect(try reading.response().text == "abc")
      for path in ["/refuse", "/nowhere"] {
        let refused = try RawClient(port: server.port)
        refused.send("POST", path, fields: ["Expect: 100-continue", "Content-Length: 3"])
        #expect([401, 404].contains(try refused.response().status))
        #expect(try refused.isEnded())
      }
    }
  }

  @Test(arguments: [["Expect: 100-continue"], []])
  func `refuses a body that is declared too large before it comes`(fields: [String]) throws {
    try withServer(routing(.post, "/", maximumBodyBytes: 1000, Self.echoing)) { server in
      let client = try RawClient(port: server.port)
      client.send("POST", "/", fields: fields + ["Content-Length: 100000000"])
      let answer = try client.response()
      #expect(answer.status == 413)
      #expect(answer.problemCode == "body_too_large")
    }
  }

  @Test func `refuses a chunked body once it is too large`() throws {
    try withServer(routing(.post, "/", maximumBodyBytes: 10_000, Self.echoing)) { server in
      let client = try RawClient(port: server.port)
      client.send("POST", "/", fields: ["Transfer-Encoding: chunked"])
      client.send(Self.chunked(Self.pattern(20_000), by: 5000))
      let answer = try client.response()
      #expect(answer.status == 413)
      #expect(answer.problemCode == "body_too_large")
      #expect(try client.isEnded())
    }
  }

  @Test(arguments: [1, 50_000, 5_000_000])
  func `gets an early answer to a client that is still sending`(count: Int) throws {
    var router = routing(.post, "/before", maximumBodyBytes: 8 << 20, .blocking { _ in Response(401) })
    router.register(
      .post, "/amid", maximumBodyBytes: 8 << 20,
      .blocking { request in
        _ = try request.body.read(upTo: 1)
        return Response(507)
      })
    let body = Self.pattern(count)
    try withServer(router) { server in
      for (path, status) in [("/before", 401), ("/amid", 507), ("/nowhere", 404)] {
        let client = try RawClient(port: server.port)
        client.send("POST", path, body: body)
        #expect(try client.response().status == status, "\(path)")
      }
    }
  }

  @Test func `answers a client that stalls when the handler has seen enough`() throws {
    let router = routing(
      .post, "/",
      .blocking { request in
        _ = try request.body.read()
        return Response(422)
      })
    try withServer(router) { server in
      let client = try RawClient(port: server.port)
      client.send("POST", "/", fields: ["Content-Length: 100"])
      client.send("abc")
      #expect(try client.response().status == 422)
      #expect(try client.isEnded())
    }
  }

  @Test(arguments: [100_000, BodyReader.bufferBytes / 2, 4 << 20])
  func `waits for as many bytes as the handler wants, or for half a buffer`(least: Int) throws {
    let counts = Recorder<Int>()
    let router = routing(
      .post, "/", maximumBodyBytes: 4 << 20,
      .blocking { request in
        let buffer = UnsafeMutableRawBufferPointer.allocate(
          byteCount: BodyReader.bufferBytes, alignment: 1)
        defer { buffer.deallocate() }
        while true {
          let count = try request.body.read(into: buffer, atLeast: least)
          guard count > 0 else { return Response(204) }
          counts.add(count)
        }
      })
    try withServer(router) { server in
      let client = try RawClient(port: server.port)
      client.send("POST", "/", body: Self.pattern(1_000_003))
      #expect(try client.response().status == 204)
    }
    #expect(counts.all.reduce(0, +) == 1_000_003)
    let wanted = min(least, BodyReader.bufferBytes / 2)
    #expect(counts.all.dropLast().allSatisfy { $0 >= wanted }, "\(counts.all)")
  }

  @Test func `keeps the connection when a small body was not wanted`() throws {
    try withServer(routing(.post, "/", .immediate { _ in Response(204) })) { server in
      let client = try RawClient(port: server.port)
      for path in ["/", "/nowhere", "/"] {
        client.send("POST", path, body: Self.pattern(5000))
        #expect(try client.response().status == (path == "/" ? 204 : 404))
      }
    }
  }

  @Test(arguments: [true, false])
  func `tells the handler of a body that is cut short`(resets: Bool) throws {
    let faults = Recorder<String>()
    let gate = Gate()
    let router = routing(
      .post, "/",
      .blocking { request in
        defer { gate.pass() }
        do {
          while try request.body.read() != nil {}
        } catch let fault as HTTPFault {
          faults.add(fault.code)
        }
        return Response(204)
      })
    try withServer(router, configure: { $0.limits.idleTimeout = .milliseconds(100) }) { server in
      let client = try RawClient(port: server.port)
      client.send("POST", "/", fields: ["Content-Length: 100"])
      client.send("abc")
      if resets { client.reset() } else { client.endSending() }
      gate.awaitWaiting(1)
      #expect(faults.all == ["body_cut_short"])
      gate.open()
      if !resets { #expect(try client.response().problemCode == "body_cut_short") }
    }
  }

  @Test func `answers 503 when too many requests wait for a worker`() throws {
    let gate = Gate()
    let router = routing(heldAt: gate)
    try withServer(
      router,
      configure: {
        $0.workerThreads = 1
        $0.limits.maximumWaitingRequests = 1
      }
    ) { server in
      let running = try RawClient(port: server.port)
      running.send("GET", "/")
      gate.awaitWaiting(1)
      let others = try (0..<2).map { _ in try RawClient(port: server.port) }
      for client in others { client.send("GET", "/") }
      // One of them waits, the other is refused; which one is which does not matter.
      eventually { others.contains { $0.isReadable(within: 10) } }
      let refused = try #require(others.first { $0.isReadable(within: 0) })
      let answer = try refused.response()
      #expect(answer.status == 503)
      #expect(answer.problemCode == "server_busy")
      #expect(answer["Retry-After"] == "1")
      gate.open()
      #expect(try running.response().status == 204)
      for client in others where client !== refused { #expect(try client.response().status == 204) }
    }
  }
}

/// Compares with `memcmp`, which takes no time even in a debug build.
private func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && memcmp(left, right, left.count) == 0
}
