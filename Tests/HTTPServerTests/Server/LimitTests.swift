import HTTPServer
import Testing

@Suite struct LimitTests {
  private static let router = {
    var router = Router()
    router.register(.get, "/", .immediate { _ in text("ok") })
    router.register(.get, "/{name}", .immediate { _ in text("ok") })
    return router
  }()

  /// Sizes just inside and outside the limits, and some that libmicrohttpd refuses before this layer sees them.
  @Test(arguments: [
    (4095, 200), (4096, 414), (7000, 414), (60_000, 414),
  ])
  func `refuses a long URL`(nameBytes: Int, status: Int) throws {
    try withServer(Self.router) { server in
      let client = try RawClient(port: server.port)
      client.send("GET", "/" + String(repeating: "a", count: nameBytes))
      let answer = try client.response()
      #expect(answer.status == status)
      #expect(answer.problemCode == (status == 200 ? nil : "url_too_long"))
    }
  }

  @Test(arguments: [(8000, 200), (8200, 431), (60_000, 431)])
  func `refuses a large header`(valueBytes: Int, status: Int) throws {
    try withServer(Self.router) { server in
      let client = try RawClient(port: server.port)
      client.send("GET", "/", fields: ["X: " + String(repeating: "a", count: valueBytes)])
      let answer = try client.response()
      #expect(answer.status == status)
      #expect(answer.problemCode == (status == 200 ? nil : "header_too_large"))
    }
  }

  @Test(arguments: [(99, 200), (100, 431), (2000, 431)])
  func `refuses many header fields`(count: Int, status: Int) throws {
    try withServer(Self.router) { server in
      let client = try RawClient(port: server.port)
      client.send("GET", "/", fields: Array(repeating: "X: a", count: count))
      let answer = try client.response()
      #expect(answer.status == status)
      #expect(answer.problemCode == (status == 200 ? nil : "header_too_large"))
    }
  }

  @Test func `answers 503 over the limit of connections, and lets others in again`() throws {
    try withServer(Self.router, configure: { $0.limits.maximumConnections = 2 }) { server in
      var held: [RawClient] = []
      for _ in 0..<2 {
        let client = try RawClient(port: server.port)
        client.send("GET", "/")
        #expect(try client.response().status == 200)
        held.append(client)
      }
      let refused = try RawClient(port: server.port)
      refused.send("GET", "/")
      let answer = try refused.response()
      #expect(answer.status == 503)
      #expect(answer.problemCode == "server_busy")
      #expect(answer["Retry-After"] != nil)
      #expect(try refused.isEnded())
      #expect(server.metrics.refusedConnections == 1)
      held = []
      eventually { server.metrics.connections == 0 }
      #expect(try server.answer("GET", "/").status == 200)
    }
  }

  @Test(arguments: [
    (true, HTTPLimits.Excess.answered), (true, .closed), (false, .answered), (false, .closed),
  ])
  func `the oldest connection that says nothing makes room, and only then one that had an answer`(
    isOfAddress: Bool, excess: HTTPLimits.Excess
  ) throws {
    try withServer(
      Self.router,
      configure: {
        $0.limits.excess = excess
        $0.limits.cutsWaiting = true
        $0.trustsLoopback = !isOfAddress
        if isOfAddress {
          $0.limits.maximumConnectionsPerAddress = 3
        } else {
          $0.limits.maximumConnections = 3
        }
      }
    ) { server in
      let used = try RawClient(port: server.port)
      used.send("GET", "/")
      #expect(try used.response().status == 200)
      var silent: [RawClient] = []
      for count in 1...20 {
        silent.append(try RawClient(port: server.port))
        eventually {
          let metrics = server.metrics
          return metrics.connections == min(count + 1, 3) && metrics.refusedConnections == max(0, count - 2)
        }
      }
      for client in silent.dropLast(2) { #expect(try client.isEnded()) }
      for client in [silent[18], silent[19], used] {
        client.send("GET", "/")
        #expect(try client.response().status == 200)
      }
      #expect(server.metrics.refusedConnections == 18)
      // All of them wait for another request now.
      eventually { server.metrics.requestsInFlight == 0 }
      let last = try RawClient(port: server.port)
      last.send("GET", "/")
      #expect(try last.response().status == 200)
      #expect(try used.isEnded())
    }
  }

  @Test(arguments: [HTTPLimits.Excess.answered, .closed])
  func `no connection that is being answered makes room`(excess: HTTPLimits.Excess) throws {
    let gate = Gate()
    let router = routing(heldAt: gate)
    try withServer(
      router,
      configure: {
        $0.limits.maximumConnections = 2
        $0.limits.excess = excess
        $0.limits.cutsWaiting = true
      }
    ) { server in
      let running = try (0..<2).map { _ in try RawClient(port: server.port) }
      for client in running { client.send("GET", "/") }
      gate.awaitWaiting(2)
      let another = try RawClient(port: server.port)
      another.send("GET", "/")
      if excess == .answered {
        #expect(try another.response().status == 503)
      } else {
        #expect(try another.isEnded())
      }
      gate.open()
      for client in running { #expect(try client.response().status == 204) }
    }
  }

  @Test(arguments: [HTTPLimits.Excess.answered, .closed])
  func `an address that has all it may have costs nobody else a connection`(excess: HTTPLimits.Excess) throws
  {
    try withServer(
      Self.router,
      configure: {
        $0.limits.maximumConnections = 3
        $0.limits.maximumConnectionsPerAddress = 1
        $0.limits.excess = excess
        $0.limits.cutsWaiting = true
        $0.trustsLoopback = false
      }
    ) { server in
      let others = try [2, 3].map { try RawClient(port: server.port, from: $0) }
      let first = try RawClient(port: server.port)
      first.send("GET", "/")
      #expect(try first.response().status == 200)
      eventually { server.metrics.connections == 3 && server.metrics.requestsInFlight == 0 }
      let second = try RawClient(port: server.port)
      second.send("GET", "/")
      #expect(try second.response().status == 200)
      #expect(try first.isEnded())
      for client in others {
        client.send("GET", "/")
        #expect(try client.response().status == 200)
      }
    }
  }

  @Test func `closes connections over the limit of an address, when it is told to`() throws {
    try withServer(
      Self.router,
      configure: {
        $0.limits.maximumConnectionsPerAddress = 1
        $0.limits.excess = .closed
        $0.trustsLoopback = false
      }
    ) { server in
      let first = try RawClient(port: server.port)
      first.send("GET", "/")
      #expect(try first.response().status == 200)
      #expect(try RawClient(port: server.port).isEnded())
      first.send("GET", "/")
      #expect(try first.response().status == 200)
    }
  }

  @Test func `exempts trusted proxies, and believes them`() throws {
    let router = routing(.get, "/", .immediate { text($0.remoteAddress) })
    for isTrusted in [true, false] {
      try withServer(
        router,
        configure: {
          $0.limits.maximumConnectionsPerAddress = 1
          $0.limits.excess = .closed
          $0.trustsLoopback = false
          $0.trustedProxies = isTrusted ? ["127.0.0.1"] : ["10.0.0.1"]
        }
      ) { server in
        let first = try RawClient(port: server.port)
        for (forwarded, address) in [
          ("203.0.113.9", "203.0.113.9"), ("6.6.6.6, 2001:db8::1", "2001:db8::1"), ("junk", "127.0.0.1"),
        ] {
          first.send("GET", "/", fields: ["X-Forwarded-For: \(forwarded)"])
          #expect(try first.response().text == (isTrusted ? address : "127.0.0.1"))
        }
        let second = try RawClient(port: server.port)
        second.send("GET", "/")
        if isTrusted {
          #expect(try second.response().status == 200)
        } else {
          #expect(try second.isEnded())
        }
      }
    }
  }

  @Test func `counts for limits by the forwarded network, and a proxy that names nobody not at all`() throws {
    let router = routing(.get, "/", .immediate { text($0.limitGroup ?? "nobody") })
    for trusts in [true, false] {
      try withServer(router, configure: { $0.trustsLoopback = trusts }) { server in
        for (fields, group) in [
          (["X-Forwarded-For: 203.0.113.9"], "203.0.113.9"),
          (["X-Forwarded-For: 2001:db8::1:2:3:4"], "2001:db8::"), (["X-Forwarded-For: junk"], "nobody"),
          ([], "nobody"),
        ] {
          let answer = try server.answer("GET", "/", fields: fields)
          #expect(answer.text == (trusts ? group : "127.0.0.1"))
        }
      }
    }
  }

  @Test(arguments: [
    ("0.0.0.0.0", 0, HTTPServerError.Code.invalidAddress), ("example.com", 0, .invalidAddress),
    ("203.0.113.1", 0, .invalidAddress),
  ])
  func `says why it cannot listen`(host: String, port: UInt16, code: HTTPServerError.Code) {
    var configuration = HTTPServerConfiguration()
    configuration.host = host
    configuration.port = port
    let error = #expect(throws: HTTPServerError.self) {
      try HTTPServer(configuration: configuration, router: Router())
    }
    #expect(error?.code == code)
  }

  @Test func `says that the port is taken`() throws {
    try withServer(Router()) { server in
      var configuration = HTTPServerConfiguration()
      configuration.port = server.port
      let error = #expect(throws: HTTPServerError.self) {
        try HTTPServer(configuration: configuration, router: Router())
      }
      #expect(error?.code == .addressInUse)
      #expect(error?.message.contains(String(server.port)) == true)
    }
  }

  @Test func `refuses limits that make no sense`() {
    for change in [
      { (configuration: inout HTTPServerConfiguration) in configuration.workerThreads = 0 },
      { $0.limits.maximumConnections = -1 }, { $0.limits.headerTimeout = .zero },
      { $0.limits.slowBodyTimeout = .zero },
      { $0.limits.maximumHeaderBytes = 10 }, { $0.trustedProxies = ["proxy"] },
    ] {
      var configuration = HTTPServerConfiguration()
      change(&configuration)
      let error = #expect(throws: HTTPServerError.self) {
        try HTTPServer(configuration: configuration, router: Router())
      }
      #expect(error?.code == .invalidConfiguration)
    }
  }

  @Test(arguments: ["127.0.0.1", "::1", "localhost"])
  func `listens where it is told to, and says where`(host: String) throws {
    var configuration = HTTPServerConfiguration()
    configuration.host = host
    let server = try HTTPServer(configuration: configuration, router: Self.router)
    #expect(server.port > 0)
    #expect(server.url == "http://\(host == "::1" ? "[::1]" : host):\(server.port)")
    if host != "::1" { #expect(try server.answer("GET", "/").text == "ok") }
    server.drain(timeout: .zero)
  }
}
