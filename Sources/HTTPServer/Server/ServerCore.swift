import Synchronization

/// What the threads of one server share.
final class ServerCore: Sendable {
  let router: Router
  let limits: HTTPLimits
  let log: HTTPLog
  let accessLog: AccessLog?
  let workers: WorkerPool
  let connections: ConnectionTable
  let bodyBudget: BodyBudget
  let lingering = LingeringSockets()

  private let errorResponse: @Sendable (any Error, RequestHead) -> Response
  private let secretMark: String?
  private let trustedProxies: Set<PeerAddress>
  private let trustsLoopback: Bool
  private let timedOut = Atomic<UInt64>(0)
  private let draining = Atomic<Bool>(false)
  private let stopping = Atomic<Bool>(false)
  private let loops = Monitor(Loops())

  /// The event loops: those that accept connections, and those that only finish theirs.
  private struct Loops {
    var current: [EventLoop] = []
    var retired: [EventLoop] = []
    var past = ServerMetrics()
  }

  init(
    _ configuration: HTTPServerConfiguration, router: Router, log: HTTPLog,
    accessLog: AccessLog?,
    errorResponse: @escaping @Sendable (any Error, RequestHead) -> Response
  ) throws(HTTPServerError) {
    self.router = router
    self.log = log
    self.accessLog = accessLog
    self.errorResponse = errorResponse
    limits = configuration.limits
    secretMark = configuration.secretMark
    trustsLoopback = configuration.trustsLoopback
    trustedProxies = try configuration.trustedAddresses()
    connections = ConnectionTable(
      limits, exempt: trustedProxies, exemptsLoopback: configuration.trustsLoopback)
    bodyBudget = BodyBudget(configuration.limits.maximumCollectedBytes)
    workers = try WorkerPool(
      threads: configuration.workerThreads, capacity: configuration.limits.maximumWaitingRequests)
  }

  /// The memory of one connection: its header, what libmicrohttpd notes for each field, and the answer's header.
  var connectionMemory: Int { limits.maximumHeaderBytes + (4 << 10) }

  /// Whether a peer is believed in what it says of others.
  func trusts(_ peer: PeerAddress) -> Bool {
    trustsLoopback && peer.isLoopback || trustedProxies.contains(peer)
  }

  // MARK: Requests

  /// What a request with a well-formed header is answered with, and how large its body may be.
  func plan(for record: ConnectionRecord) -> (RequestPlan, maximumBodyBytes: UInt64) {
    if record.isExcess {
      var busy = HTTPFault.serverBusy(retryAfter: 5).response
      busy.headers["Connection"] = "close"
      return (.answer(busy), 0)
    }
    if let refusal = router.screen?(RequestHead(buffer: record.head)) { return (.answer(refusal), 0) }
    switch router.match(record.head) {
    case .route(let route):
      let maximum = route.maximumBodyBytes ?? limits.maximumBodyBytes
      switch route.execution {
      case .immediate(let handler): return (.immediate(handler), maximum)
      case .blocking(let handler): return (.blocking(handler), maximum)
      case .collecting(let admission): return (.collecting(upTo: maximum, Reply.late(admission)), maximum)
      case .replying(let admission): return (.collecting(upTo: maximum, admission), maximum)
      }
    case .options(let allowed): return (.answer(Response(204, headers: ["Allow": allowed])), 0)
    case .fault(let fault): return (.answer(fault.response), 0)
    }
  }

  /// Runs what answers a request on a worker, and ends the exchange with its answer, or that to its error.
  func run(_ exchange: Exchange, _ head: RequestHead, _ handler: () throws -> Response) {
    let response: Response
    do {
      response = try handler()
    } catch {
      response = answer(to: error, head)
    }
    let isClosing = draining.load(ordering: .relaxed)
    if let answer = OutgoingResponse(response, to: head.buffer, closing: isClosing, log: log) {
      exchange.answer(answer)
    } else {
      exchange.abandon()
    }
  }

  /// Runs an admission on a worker, and has the body collected that it asks for.
  func run(
    _ admission: Router.LateAdmission, _ exchange: Exchange, _ head: RequestHead, _ body: RequestBody,
    maximumBodyBytes: UInt64
  ) {
    do {
      let handler = try admission(head)
      guard body.count ?? 0 <= maximumBodyBytes else { throw HTTPFault.bodyTooLarge(maximumBodyBytes) }
      exchange.collect(BodyShare(of: bodyBudget)) { [self] body in
        switch body {
        case .success(let bytes):
          do {
            try handler(bytes, Reply(self, exchange, head))
          } catch {
            run(exchange, head) { throw error }
          }
        case .failure(let fault): run(exchange, head) { fault.response }
        }
      }
    } catch {
      run(exchange, head) { throw error }
    }
  }

  /// What the log may say of a request's target.
  func logged(_ target: String) -> LoggedTarget { LoggedTarget(target, secretMark: secretMark) }

  private func answer(to error: any Error, _ head: RequestHead) -> Response {
    let response = errorResponse(error, head)
    if response.status.code >= 500 {
      log(
        .error,
        "\(head.method.rawValue) \(logged(head.path).text(withValuesOf: [])) failed, request \(head.requestId): \(error)"
      )
    }
    return response
  }

  // MARK: Loops

  /// Whether connections of a loop are to end after their next answer.
  func isClosing(_ loop: EventLoop) -> Bool { draining.load(ordering: .relaxed) || loop.isRetired }

  /// Whether no request may begin to wait for a worker any more.
  var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

  /// Puts new loops in the place of those that accept connections.
  func replaceLoops(_ new: [EventLoop]) {
    loops.withLock { loops in
      // Before anybody finds them among the retired ones, and stops them.
      for loop in loops.current { loop.retire() }
      loops.retired += loops.current
      loops.current = new
    }
  }

  /// Stops retired loops whose connections have all ended.
  func stopRetiredLoops() {
    // In this order: a loop that is retired in between may have let one more connection in.
    let retired = Set(loops.withLock { loops in loops.retired.map(ObjectIdentifier.init) })
    let idle = retired.subtracting(connections.all.map { ObjectIdentifier($0.loop) })
    let done = loops.withLock { loops in
      let done = loops.retired.filter { idle.contains(ObjectIdentifier($0)) }
      loops.retired.removeAll { idle.contains(ObjectIdentifier($0)) }
      for loop in done { loop.counters.add(to: &loops.past) }
      return done
    }
    for loop in done { loop.stop() }
  }

  /// Lets no more connections in, and ends each after the request that it is busy with.
  func startDraining() {
    draining.store(true, ordering: .relaxed)
    replaceLoops([])
  }

  /// Ends every loop, whatever its connections do.
  func stopLoops() {
    stopping.store(true, ordering: .sequentiallyConsistent)
    for record in connections.all { record.abandon() }
    let all = loops.withLock { loops in
      defer { loops.retired = [] }
      return loops.retired
    }
    for loop in all { loop.stop() }
  }

  // MARK: Metrics

  func noteTimedOut() { timedOut.wrappingAdd(1, ordering: .relaxed) }

  var metrics: ServerMetrics {
    var metrics = loops.withLock { loops in
      var metrics = loops.past
      for loop in loops.current + loops.retired { loop.counters.add(to: &metrics) }
      return metrics
    }
    metrics.connections = UInt64(connections.count)
    metrics.refusedConnections = connections.refused
    metrics.timedOutConnections = timedOut.load(ordering: .relaxed)
    return metrics
  }
}
