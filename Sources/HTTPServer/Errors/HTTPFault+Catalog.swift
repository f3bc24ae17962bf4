extension HTTPFault {
  /// Every code that this layer answers with by itself.
  package static let codes = [
    "not_found", "method_not_allowed", "malformed_request_line", "unsupported_http_version", "invalid_url",
    "foreign_scheme", "url_too_long",
    "header_too_large", "malformed_header", "invalid_host", "ambiguous_body_length", "invalid_content_length",
    "unsupported_transfer_encoding", "unsupported_expectation",
    "malformed_body", "body_too_large", "body_cut_short", "body_too_slow", "range_not_satisfiable",
    "server_busy",
    "internal_error",
  ]

  static func notFound(_ path: String) -> HTTPFault {
    HTTPFault(404, "not_found", "There is nothing at '\(path.prefix(200))'; check the path.")
  }

  static func methodNotAllowed(_ method: RequestMethod, allowed: String) -> HTTPFault {
    HTTPFault(
      405, "method_not_allowed", "This path does not answer to \(method.rawValue); use one of \(allowed).",
      headers: ["Allow": allowed])
  }

  static let malformedRequestLine = HTTPFault(
    400, "malformed_request_line",
    "The first line is no request of HTTP/1.1; send 'METHOD TARGET HTTP/1.1' as RFC 9112 says.")

  static let unsupportedHTTPVersion = HTTPFault(
    505, "unsupported_http_version", "The versions of HTTP understood here are 1.1 and 1.0; use one of them.")

  static let invalidURL = HTTPFault(
    400, "invalid_url",
    "The URL is malformed; percent-encode it as UTF-8, without NUL, spaces, control characters or '#'.")

  /// 421, RFC 9110, 15.5.20: an absolute URL that no server of HTTP can answer for.
  static let foreignScheme = HTTPFault(
    421, "foreign_scheme",
    "The target is a URL of another scheme than http and https; this server answers for these two only.")

  static func urlTooLong(_ maximum: Int) -> HTTPFault {
    HTTPFault(414, "url_too_long", "The URL is longer than \(maximum) bytes; shorten it.")
  }

  static func headerTooLarge(_ maximum: Int) -> HTTPFault {
    HTTPFault(
      431, "header_too_large",
      "The header is larger than \(maximum) bytes or has too many fields; send fewer or shorter ones.")
  }

  static let malformedHeader = HTTPFault(
    400, "malformed_header",
    "A header field has a malformed name, a folded line, a NUL or a lone CR; send it as RFC 9112 says.")

  static let invalidHost = HTTPFault(
    400, "invalid_host", "An HTTP/1.1 request has exactly one Host field, a host or host:port; send it.")

  static let ambiguousBodyLength = HTTPFault(
    400, "ambiguous_body_length",
    "The body's length is given more than once; send one Content-Length, or Transfer-Encoding: chunked.")

  static let invalidContentLength = HTTPFault(
    400, "invalid_content_length",
    "The Content-Length is no number; send the body's length in decimal digits.")

  static let unsupportedTransferEncoding = HTTPFault(
    501, "unsupported_transfer_encoding", "The only transfer coding understood here is 'chunked'; use that.")

  static let unsupportedExpectation = HTTPFault(
    417, "unsupported_expectation", "The only expectation understood here is '100-continue'; leave it out.")

  static func bodyTooLarge(_ maximum: UInt64) -> HTTPFault {
    HTTPFault(
      413, "body_too_large", "The body is larger than \(maximum) bytes, which is the most allowed here.")
  }

  static let malformedBody = HTTPFault(
    400, "malformed_body", "A chunk or a trailer of the body is malformed; send them as RFC 9112, 7.1 says.")

  static let bodyBeyondCounting = HTTPFault(
    413, "body_too_large", "The body's length is a number that no body here may have; send a smaller one.")

  static let bodyCutShort = HTTPFault(
    400, "body_cut_short", "The connection ended before the whole body had arrived; send the request again.")

  static let bodyTooSlow = HTTPFault(
    408, "body_too_slow",
    "The body arrived too slowly and was given up; send the request again on a faster connection.")

  static func rangeNotSatisfiable(size: UInt64) -> HTTPFault {
    HTTPFault(
      416, "range_not_satisfiable", "The range starts after the last byte; the whole is \(size) bytes long.",
      headers: ["Content-Range": "bytes */\(size)", "Accept-Ranges": "bytes"])
  }

  static func serverBusy(retryAfter seconds: Int) -> HTTPFault {
    HTTPFault(
      503, "server_busy", "The server has too much to do right now; try again in \(seconds) seconds.",
      headers: ["Retry-After": String(seconds)])
  }

  static let internalError = HTTPFault(
    500, "internal_error", "The server failed; its log says why, under this request's id.")
}
