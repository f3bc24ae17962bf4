/// One request, as a value.
package struct HTTPRequest: Sendable {
  /// What to do with the resource.
  package var method: HTTPMethod
  /// The resource.
  package var address: WebAddress
  /// Header fields beside those that the client sets itself: `Host`, `Content-Length`, `Expect`, `User-Agent`,
  /// `Accept-Encoding`.
  package var fields: HTTPFields
  /// The bytes to send.
  package var body: HTTPRequestBody
  /// How long the whole exchange may take. Without one, the configuration's applies, except for files, whose
  /// transfer may take as long as it moves.
  package var timeout: Duration?
  /// The longest body of an answer; nil for the configuration's.
  package var maximumResponseBytes: Int?
  /// Whether sending it twice has the effect of sending it once. Set by the method, and by an
  /// `Idempotency-Key` field.
  package var isRepeatable: Bool
  /// Whether the body waits until the server wants it (`Expect: 100-continue`, RFC 9110, section 10.1.1), so that a
  /// refusal comes before the bytes go out. That costs a round trip, so by default only long bodies ask.
  package var asksBeforeBody: Bool
  /// Called before the last piece of the body goes out; the transfer fails with `cancelled` and this error when it throws.
  /// So a body may be on its way while something else decides whether it should arrive. It may wait, and is called
  /// again for each attempt.
  package var beforeLastPiece: (@Sendable () throws -> Void)?

  package init(
    _ method: HTTPMethod, _ address: WebAddress, fields: HTTPFields = [:], body: HTTPRequestBody = .none,
    timeout: Duration? = nil, maximumResponseBytes: Int? = nil, isRepeatable: Bool? = nil,
    asksBeforeBody: Bool? = nil
  ) {
    self.method = method
    self.address = address
    self.fields = fields
    self.body = body
    self.timeout = timeout
    self.maximumResponseBytes = maximumResponseBytes
    self.isRepeatable = isRepeatable ?? (method.isIdempotent || fields["Idempotency-Key"] != nil)
    self.asksBeforeBody = asksBeforeBody ?? (body.sizeBytes >= 1 << 20)
  }
}

/// The methods that the product uses (RFC 9110, section 9; PATCH: RFC 5789).
package enum HTTPMethod: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"

  /// Whether doing it twice is doing it once (RFC 9110, section 9.2.2).
  package var isIdempotent: Bool {
    switch self {
    case .get, .head, .put, .delete, .options: true
    case .post, .patch: false
    }
  }

  /// Whether a request of this method carries `Content-Length`, be it 0.
  var expectsBody: Bool {
    switch self {
    case .post, .put, .patch: true
    case .get, .head, .delete, .options: false
    }
  }
}
