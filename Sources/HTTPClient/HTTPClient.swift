import Synchronization

/// Sends requests and fetches bodies, with blocking calls; safe to use from many threads.
package final class HTTPClient: Sendable {
  let configuration: HTTPClientConfiguration
  let environment: HTTPClientEnvironment
  /// A handle with its open connection, for the next call; callers at the same time make their own.
  private let idleHandle = Mutex<CurlHandle?>(nil)

  package init(
    configuration: HTTPClientConfiguration = HTTPClientConfiguration(),
    environment: HTTPClientEnvironment = .system
  ) {
    self.configuration = configuration
    self.environment = environment
  }

  /// Sends a request, following redirects and trying again as the configuration allows, and returns the answer
  /// whatever its status. An answer that came before the whole body was sent counts as the answer.
  ///
  /// - Parameter progress: told of each piece of the request's body that goes out.
  package func send(
    _ request: HTTPRequest, progress: ((TransferProgress) -> Void)? = nil, cancellation: Cancellation? = nil
  ) throws(HTTPClientError) -> HTTPResponse {
    var schedule = RetrySchedule(
      configuration.retry, isRepeatable: request.isRepeatable, environment: environment)
    while true {
      do {
        let response = try sendOnce(request, progress: progress, cancellation: cancellation)
        guard let delay = schedule.delay(after: response.head) else { return response }
        try wait(delay, cancellation, for: request.address)
      } catch {
        guard let delay = schedule.delay(after: error) else { throw error }
        try wait(delay, cancellation, for: request.address)
      }
    }
  }

  /// Waits before another attempt; fails when the caller cancels.
  func wait(
    _ delay: Duration, _ cancellation: Cancellation?, for address: WebAddress
  ) throws(HTTPClientError) {
    let cancellation = cancellation ?? Cancellation()
    environment.wait(delay, cancellation)
    if cancellation.isCancelled { throw HTTPClientError(.cancelled, "\(address): cancelled") }
  }

  /// Runs exchanges from redirect to redirect, and returns the last request with its answer's head.
  func follow(
    _ first: HTTPRequest, timeout: Duration?, acceptsCompression: Bool, into receiver: any ResponseReceiver,
    progress: ((TransferProgress) -> Void)?, cancellation: Cancellation?
  ) throws(HTTPClientError) -> (head: ResponseHead, address: WebAddress) {
    var request = first
    for _ in 0...configuration.maximumRedirects {
      let exchange = Exchange(
        request, timeout: timeout, acceptsCompression: acceptsCompression, into: receiver,
        uploadProgress: progress, cancellation: cancellation)
      let head = try perform(exchange)
      guard let next = try RedirectPolicy.next(after: head, to: request) else {
        return (head, request.address)
      }
      request = next
    }
    throw HTTPClientError(
      .redirectRefused,
      "\(first.address) redirects more than \(configuration.maximumRedirects) times; is it a loop?")
  }

  private func sendOnce(
    _ request: HTTPRequest, progress: ((TransferProgress) -> Void)?, cancellation: Cancellation?
  ) throws(HTTPClientError) -> HTTPResponse {
    let collector = ResponseCollector(
      maximumBytes: request.maximumResponseBytes ?? configuration.maximumResponseBytes,
      address: request.address)
    let timeout = request.timeout ?? (request.body.isFile ? nil : configuration.exchangeTimeout)
    let (head, address) = try follow(
      request, timeout: timeout, acceptsCompression: true, into: collector, progress: progress,
      cancellation: cancellation)
    return HTTPResponse(head: head, body: collector.body, address: address)
  }

  private func perform(_ exchange: Exchange) throws(HTTPClientError) -> ResponseHead {
    var handle = try takeHandle()
    let head = try handle.perform(exchange, within: configuration)
    keep(handle)
    return head
  }

  private func takeHandle() throws(HTTPClientError) -> CurlHandle {
    if let idle = idleHandle.withLock({ $0.take() }) { return idle }
    return try CurlHandle()
  }

  private func keep(_ handle: consuming CurlHandle) {
    var kept = Optional(handle)
    idleHandle.withLock { idle in
      if idle == nil { idle = kept.take() }
    }
  }
}
