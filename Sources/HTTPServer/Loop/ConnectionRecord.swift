/// What the server knows of one connection.
///
/// Not checked by the compiler: apart from the constants, which are `Sendable`, everything belongs to the event thread
/// (`stage` to `startedAt`) or to the watching thread (`memory`).
final class ConnectionRecord: @unchecked Sendable {
  /// Where the request is.
  enum Stage {
    /// Between the request line and the end of the header.
    case header
    /// The body is thrown away; then the decision is carried out.
    case discarding(RequestPlan)
    /// The header is complete and there is no body.
    case ready(RequestPlan)
    /// A worker has it.
    case exchange(Exchange)
    /// The answer is queued.
    case answered
  }

  let loop: EventLoop
  let socket: ConnectionSocket
  let peer: PeerAddress
  let openedAt = Clock.monotonic()
  let progress = Progress()
  /// Whether the connection is over a limit, so that its first request is answered with 503.
  let isExcess: Bool

  var stage = Stage.header
  var head = HeadBuffer()
  /// Where libmicrohttpd has the target; nil before it has read a request line.
  var targetStart: UnsafePointer<CChar>?
  /// Why libmicrohttpd gave the request up.
  var fault: HTTPFault?
  var status = 0
  var bodyBytes: UInt64 = 0
  /// Whether the client may still be sending when the connection is closed.
  var lingers = false
  var startedAt: UInt64 = 0

  var memory = SlowClientRule.Memory()

  private let runningExchange = Monitor<Exchange?>(nil)

  init(loop: EventLoop, descriptor: Int32, peer: PeerAddress, isExcess: Bool) {
    self.loop = loop
    socket = ConnectionSocket(descriptor)
    self.peer = peer
    self.isExcess = isExcess
  }

  /// Makes an exchange known to `abandon`, or nil none.
  func note(running exchange: Exchange?) { runningExchange.withLock { $0 = exchange } }

  /// Ends the exchange with a worker, if there is one; for the thread that stops the server.
  func abandon() { runningExchange.withLock { $0 }?.abandon() }

  /// The exchange with a worker, when there is one.
  var exchange: Exchange? {
    if case .exchange(let exchange) = stage { exchange } else { nil }
  }

  /// Whether the client has more of a body to send.
  var isReceivingBody: Bool {
    switch stage {
    case .discarding: true
    case .exchange(let exchange): !exchange.hasWholeBody
    case .header, .ready, .answered: false
    }
  }

  /// Begins a request.
  func begin() {
    // Somebody may have kept the last head; then that one keeps the buffer.
    if !isKnownUniquelyReferenced(&head) { head = HeadBuffer() }
    head.clear()
    head.peer = peer
    stage = .header
    fault = nil
    status = 0
    bodyBytes = 0
  }
}
