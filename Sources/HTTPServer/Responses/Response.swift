/// An answer. The server adds Date, Content-Length, X-Request-Id and X-Content-Type-Options, and does HEAD, ranges,
/// conditional requests and compression by itself.
package struct Response: Sendable {
  /// The status. A prepared body brings its own.
  package var status: HTTPStatus
  /// The fields. Those of a prepared body come first.
  package var headers: HeaderFields
  /// The body.
  package var body: Body

  /// What follows the header.
  package enum Body: Sendable {
    /// Nothing.
    case empty
    /// Bytes in memory; compressed for clients that accept it, when the type is text and it saves.
    case bytes([UInt8])
    /// A file or a part of one; ranges are served when the status is 200.
    case file(FileBody)
    /// An answer made once and sent many times.
    case prepared(PreparedResponse)
  }

  package init(_ status: HTTPStatus, headers: HeaderFields = [:], body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// An answer that was made once; sending it copies nothing.
  package init(_ prepared: PreparedResponse) {
    self.init(prepared.status, body: .prepared(prepared))
  }

  /// An answer of JSON text.
  package static func json(
    _ bytes: [UInt8], status: HTTPStatus = 200, headers: HeaderFields = [:]
  ) -> Response {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return Response(status, headers: headers, body: .bytes(bytes))
  }
}
