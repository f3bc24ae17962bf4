/// Why a request got no answer: a stable code for programs, a sentence for people, and what lies below.
///
/// An answer with an error status is not an error of the client: it comes back as a response.
package struct HTTPClientError: Error, Sendable {
  /// What went wrong, for a program.
  package let code: Code
  /// Which address, what happened and what to try; never carries user info, a query or a token.
  package let message: String
  /// The error below this one: what a sink threw, for example.
  package let cause: (any Error)?

  package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The stable codes.
  package enum Code: String, Sendable, CaseIterable {
    /// The text is not an `http` or `https` address.
    case invalidAddress = "invalid_address"
    /// A header field, a method or a body size that HTTP does not allow.
    case invalidRequest = "invalid_request"
    /// The name does not resolve, or nothing accepts connections there.
    case unreachable
    /// The encrypted connection could not be made or the certificate is not trusted.
    case tls
    /// The connection or the whole transfer took longer than allowed.
    case timeout
    /// The transfer stayed below the least speed for too long.
    case tooSlow = "too_slow"
    /// The body is larger than the caller allows.
    case tooLarge = "too_large"
    /// The connection ended before the whole answer had arrived.
    case cutShort = "cut_short"
    /// The peer answered with something that is not HTTP, or not what was asked.
    case invalidResponse = "invalid_response"
    /// A redirect that must not be followed.
    case redirectRefused = "redirect_refused"
    /// The request could not be sent, and no answer came.
    case sendFailed = "send_failed"
    /// The file to upload could not be read to its end.
    case bodyUnreadable = "body_unreadable"
    /// The caller's sink did not take the bytes; `cause` is its error.
    case sinkFailed = "sink_failed"
    /// The caller cancelled.
    case cancelled
    /// libcurl failed in a way that no request can cause, such as running out of memory.
    case internalFailure = "internal_failure"
  }
}

extension HTTPClientError: CustomStringConvertible {
  package var description: String { message }
}

extension HTTPClientError {
  /// Whether the request surely never reached a server, so that sending it again is always safe.
  var happenedBeforeSending: Bool { code == .unreachable }

  /// Whether the same request may work a moment later.
  var isTransient: Bool {
    switch code {
    case .unreachable, .timeout, .tooSlow, .cutShort, .sendFailed: true
    case .invalidAddress, .invalidRequest, .tls, .tooLarge, .invalidResponse, .redirectRefused,
      .bodyUnreadable, .sinkFailed, .cancelled, .internalFailure:
      false
    }
  }
}
