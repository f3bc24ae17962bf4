import CMicroHTTPD

extension EventLoop {
  /// Goes on with a request where libmicrohttpd takes an answer: before the body, or after all of it.
  func advance(
    _ record: ConnectionRecord, _ connection: OpaquePointer, _ method: UnsafePointer<CChar>,
    _ version: UnsafePointer<CChar>
  ) -> MHD_Result {
    switch record.stage {
    case .header: return decide(record, connection, method, version)
    case .ready(let plan), .discarding(let plan): return carryOut(plan, record, connection)
    case .exchange(let exchange): return follow(exchange.proceed(), record, connection)
    case .answered: return .YES
    }
  }

  /// Takes a piece of the body; `left` gets how much of it was not taken.
  func receive(
    _ bytes: UnsafeRawBufferPointer, _ record: ConnectionRecord, _ connection: OpaquePointer,
    left: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    guard case .exchange(let exchange) = record.stage else {
      // A small body that nobody wants.
      left.pointee = 0
      return .YES
    }
    let (taken, next) = exchange.receive(bytes)
    left.pointee = bytes.count - taken
    return follow(next, record, connection)
  }

  /// The header is complete: finds out what the answer will be.
  private func decide(
    _ record: ConnectionRecord, _ connection: OpaquePointer, _ method: UnsafePointer<CChar>,
    _ version: UnsafePointer<CChar>
  ) -> MHD_Result {
    if let fault = readHeader(record, connection, method, version) {
      record.lingers = true
      return send(fault.response, record, connection)
    }
    let (plan, maximumBodyBytes) = core.plan(for: record)
    let body = RequestBody(record.head)
    if body.isEmpty {
      record.stage = .ready(plan)
      return .YES
    }
    switch plan {
    case .blocking where body.count ?? 0 > maximumBodyBytes:
      return answer(.answer(HTTPFault.bodyTooLarge(maximumBodyBytes).response), record, connection, body)
    case .blocking(let handler): return start(handler, record, connection, body, maximumBodyBytes)
    case .collecting(let maximum, let admission):
      return start(admission, record, connection, body, upTo: maximum)
    case .immediate, .answer: return answer(plan, record, connection, body)
    }
  }

  /// Answers a request without handing its body to anybody.
  private func answer(
    _ plan: RequestPlan, _ record: ConnectionRecord, _ connection: OpaquePointer, _ body: RequestBody
  ) -> MHD_Result {
    if body.isSmall, !body.isEmpty {
      record.stage = .discarding(plan)
      record.progress.enter(.body)
      return .YES
    }
    record.lingers = !body.isEmpty && !body.isExpecting
    return carryOut(plan, record, connection)
  }

  private func carryOut(
    _ plan: RequestPlan, _ record: ConnectionRecord, _ connection: OpaquePointer
  ) -> MHD_Result {
    switch plan {
    case .answer(let response): return send(response, record, connection)
    case .immediate(let handler):
      return send(handler(RequestHead(buffer: record.head)), record, connection)
    case .blocking(let handler):
      return start(handler, record, connection, RequestBody(record.head), 0)
    case .collecting(let maximum, let admission):
      return start(admission, record, connection, RequestBody(record.head), upTo: maximum)
    }
  }

  private func start(
    _ handler: @escaping @Sendable (Request) throws -> Response, _ record: ConnectionRecord,
    _ connection: OpaquePointer, _ body: RequestBody, _ maximumBodyBytes: UInt64
  ) -> MHD_Result {
    let exchange = Exchange(
      record, connection: connection, body: body, maximumBodyBytes: maximumBodyBytes)
    let request = Request(
      head: RequestHead(buffer: record.head),
      body: BodyReader(exchange: exchange, declaredLength: body.isEmpty ? 0 : body.count))
    return start(exchange, record, connection, body) { [core] in
      core.run(exchange, request.head) { try handler(request) }
    }
  }

  private func start(
    _ admission: @escaping Router.LateAdmission, _ record: ConnectionRecord, _ connection: OpaquePointer,
    _ body: RequestBody, upTo maximum: UInt64
  ) -> MHD_Result {
    let exchange = Exchange(record, connection: connection, body: body, maximumBodyBytes: maximum)
    let head = RequestHead(buffer: record.head)
    return start(exchange, record, connection, body) { [core] in
      core.run(admission, exchange, head, body, maximumBodyBytes: maximum)
    }
  }

  private func start(
    _ exchange: Exchange, _ record: ConnectionRecord, _ connection: OpaquePointer, _ body: RequestBody,
    _ job: @escaping @Sendable () -> Void
  ) -> MHD_Result {
    guard core.workers.submit(job) else {
      return answer(.answer(HTTPFault.serverBusy(retryAfter: 1).response), record, connection, body)
    }
    record.stage = .exchange(exchange)
    record.note(running: exchange)
    // Asked after the exchange is known: who stops the server sees one of the two.
    if core.isStopping { exchange.abandon() }
    return follow(exchange.proceed(), record, connection)
  }

  private func follow(
    _ step: Exchange.Step, _ record: ConnectionRecord, _ connection: OpaquePointer
  ) -> MHD_Result {
    switch step {
    case .wait, .receive: return .YES
    case .close: return .NO
    case .handOver(let job):
      if !core.workers.submit(job), let exchange = record.exchange {
        core.run(exchange, RequestHead(buffer: record.head)) { HTTPFault.serverBusy(retryAfter: 1).response }
      }
      return .YES
    case .send(let answer):
      if let exchange = record.exchange, !exchange.hasWholeBody, record.head.known.expect == nil {
        record.lingers = true
      }
      return queue(answer, record, connection)
    }
  }
}
