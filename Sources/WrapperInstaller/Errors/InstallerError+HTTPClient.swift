import HTTPClient

extension InstallerError {
  /// The one place that gives a failed transfer of the archive the device's code.
  init(download error: HTTPClientError) {
    if let own = error.cause as? InstallerError {
      self = own
      return
    }
    let code: Code =
      switch error.code {
      case .unreachable: .downloadUnreachable
      case .cutShort, .timeout, .sendFailed: .downloadInterrupted
      case .tooSlow: .downloadTooSlow
      case .tooLarge: .lengthMismatch
      case .cancelled: .cancelled
      case .invalidAddress: .invalidAnswer
      case .invalidResponse: .wrongContent
      case .tls, .invalidRequest, .redirectRefused, .bodyUnreadable, .sinkFailed, .internalFailure:
        .downloadFailed
      }
    self.init(code, during: .download, error.message, cause: error)
  }

  /// The same for a question to the server that failed in a way that being offline does not explain.
  init(check error: HTTPClientError) {
    let code: Code =
      switch error.code {
      case .cancelled: .cancelled
      case .invalidResponse, .tooLarge: .invalidAnswer
      case .invalidAddress, .invalidRequest: .invalidConfiguration
      case .unreachable, .cutShort, .timeout, .sendFailed, .tooSlow, .tls, .redirectRefused, .bodyUnreadable,
        .sinkFailed, .internalFailure:
        .checkFailed
      }
    self.init(code, during: .check, error.message, cause: error)
  }
}
