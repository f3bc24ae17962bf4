import HTTPServer
import Synchronization

/// The server on 127.0.0.1 that a page is opened from: the files of one release, and the bridge. It can start and stop many
/// times.
final class LocalContentServer: Sendable {
  private struct State {
    var running: HTTPServer?
    var port: UInt16
  }

  private let state: Mutex<State>
  private let isPortDemanded: Bool
  private let failed: @Sendable (String) -> Void

  /// Starts nothing yet.
  ///
  /// - Parameter port: the port to listen on; 0 for any free one. The first one that was free is asked for again at later
  ///   starts, because what a page stored belongs to its address; if it is taken by then, another one is used.
  /// - Parameter failed: told of answers that failed for a reason of this device, for a log.
  init(port: UInt16 = 0, failed: @escaping @Sendable (String) -> Void = { _ in }) {
    state = Mutex(State(port: port))
    isPortDemanded = port != 0
    self.failed = failed
  }

  /// Serves `content`, and no longer what was served before. Returns the server's address, `http://127.0.0.1:PORT`.
  func start(_ content: ServedContent) throws(InstallerError) -> String {
    stop()
    let port = state.withLock { $0.port }
    let server = try listen(content, port)
    state.withLock { state in
      state.running = server
      state.port = server.port
    }
    return server.url
  }

  /// Ends the server. Answers that are on their way have a moment to arrive.
  func stop() {
    let running = state.withLock { $0.running.take() }
    running?.drain(timeout: .seconds(1))
  }

  private func listen(_ content: ServedContent, _ port: UInt16) throws(InstallerError) -> HTTPServer {
    do throws(HTTPServerError) {
      return try server(content, port)
    } catch {
      guard error.code == .addressInUse, !isPortDemanded else { throw InstallerError(localServer: error) }
    }
    do throws(HTTPServerError) {
      return try server(content, 0)
    } catch {
      throw InstallerError(localServer: error)
    }
  }

  private func server(_ content: ServedContent, _ port: UInt16) throws(HTTPServerError) -> HTTPServer {
    var configuration = HTTPServerConfiguration()
    configuration.port = port
    configuration.workerThreads = 4
    configuration.limits.maximumBodyBytes = UInt64(BridgeRequest.maximumBytes)
    configuration.limits.maximumConnections = 256
    // A page on the same device has its header ready: connections that send none, and those that other programs and pages
    // of other servers leave open behind a refusal, make room for it.
    configuration.limits.cutsWaiting = true
    configuration.limits.headerTimeout = .seconds(2)
    let address = Mutex(LocalAddress(port: port))
    return try HTTPServer(
      configuration: configuration, router: content.router { address.withLock { $0 } },
      log: HTTPLog { [failed] level, message in if level == .error { failed(message) } },
      errorResponse: { error, _ in Self.response(to: error) },
      beforeServing: { url in
        guard let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) else { return }
        address.withLock { $0 = LocalAddress(port: port) }
      })
  }

  private static func response(to error: any Error) -> Response {
    switch error {
    case let refusal as ContentRefusal: refusal.response
    case let error as InstallerError: ContentRefusal(error).response
    case let fault as HTTPFault: fault.response
    default: ContentRefusal.unexpected.response
    }
  }
}

extension InstallerError {
  fileprivate init(localServer error: HTTPServerError) {
    self.init(.localServerFailed, during: .launch, error.message, cause: error)
  }
}
