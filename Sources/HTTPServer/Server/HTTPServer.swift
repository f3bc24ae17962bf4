/// An HTTP/1.1 server that listens from `init` until `drain`.
package final class HTTPServer: Sendable {
  /// The real port.
  package let port: UInt16
  /// `http://HOST:PORT`, or `https://…` with TLS.
  package let url: String

  private let configuration: HTTPServerConfiguration
  let core: ServerCore
  private let watch: ConnectionWatch
  private let socket: Monitor<ListeningSocket?>

  /// Starts to serve.
  ///
  /// `errorResponse` says what a client gets for an error that a handler throws; errors that become 5xx are logged.
  /// `beforeServing` is told the URL once the port is known, before the first request is taken.
  package init(
    configuration: HTTPServerConfiguration, router: Router, log: HTTPLog = .discarding,
    accessLog: AccessLog? = nil,
    errorResponse: @escaping @Sendable (any Error, RequestHead) -> Response = HTTPServer.plainErrorResponse,
    beforeServing: (_ url: String) -> Void = { _ in }
  ) throws(HTTPServerError) {
    try configuration.validate()
    try MicroHTTPDLibrary.open()
    let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
    let core = try ServerCore(
      configuration, router: router, log: log, accessLog: accessLog, errorResponse: errorResponse)
    port = socket.port
    let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    url = "\(configuration.tls == nil ? "http" : "https")://\(host):\(socket.port)"
    self.configuration = configuration
    self.core = core
    beforeServing(url)
    do {
      core.replaceLoops(try Self.startLoops(configuration, core, socket))
      watch = try ConnectionWatch(core: core)
    } catch {
      core.startDraining()
      core.stopLoops()
      core.workers.stop(timeout: .zero)
      throw error
    }
    self.socket = Monitor(socket)
  }

  deinit { drain(timeout: .zero) }

  /// What the server has done so far.
  package var metrics: ServerMetrics { core.metrics }

  /// Reads the certificate and the key again. New connections get them; open ones end after their next answer.
  ///
  /// When the files cannot be used, the error says why and the old certificate stays.
  package func reloadTLS() throws(HTTPServerError) {
    guard configuration.tls != nil else { return }
    try socket.withLock { socket throws(HTTPServerError) in
      guard let socket else { return }
      core.replaceLoops(try Self.startLoops(configuration, core, socket))
    }
  }

  /// Stops: takes no more connections, lets running requests end, for no longer than `timeout`, then ends the rest.
  ///
  /// Answers that go out meanwhile say `Connection: close`. Returns whether every request ended by itself.
  @discardableResult
  package func drain(timeout: Duration) -> Bool {
    let isFirst = socket.withLock { socket in
      guard let open = socket.take() else { return false }
      core.startDraining()
      open.stopListening()
      return true
    }
    guard isFirst else { return true }
    let isEmpty = core.connections.waitUntilEmpty(atMost: timeout)
    watch.stop()
    core.stopLoops()
    core.lingering.closeAll()
    core.workers.stop(timeout: .seconds(1))
    return isEmpty
  }

  /// Answers faults of this layer as they ask for, and every other error with 500.
  package static let plainErrorResponse: @Sendable (any Error, RequestHead) -> Response = { error, _ in
    ((error as? HTTPFault) ?? .internalError).response
  }

  private static func startLoops(
    _ configuration: HTTPServerConfiguration, _ core: ServerCore, _ socket: ListeningSocket
  ) throws(HTTPServerError) -> [EventLoop] {
    let material: TLSMaterial? = if let tls = configuration.tls { try TLSMaterial(tls) } else { nil }
    var loops: [EventLoop] = []
    do {
      for _ in 0..<configuration.eventThreads {
        loops.append(try EventLoop(core: core, listener: socket.duplicate(), tls: material))
      }
    } catch {
      for loop in loops {
        loop.retire()
        loop.stop()
      }
      throw error
    }
    return loops
  }
}
