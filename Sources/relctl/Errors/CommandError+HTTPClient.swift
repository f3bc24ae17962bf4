import HTTPClient

extension CommandError {
  /// A request that got no answer.
  init(_ error: HTTPClientError) {
    switch error.code {
    case .unreachable, .tls, .timeout, .tooSlow, .cutShort, .invalidResponse, .redirectRefused, .sendFailed,
      .tooLarge:
      self.init(.unreachable, error.code.rawValue, error.message)
    case .invalidAddress, .invalidRequest:
      self.init(.usage, error.code.rawValue, error.message)
    case .bodyUnreadable, .sinkFailed, .cancelled, .internalFailure:
      self.init(.failed, error.code.rawValue, error.message)
    }
  }
}
