/// A request that this layer refuses, or an error of its body; it knows its answer.
///
/// Body readers throw it into handlers, so an error mapping should answer it with `response`.
package struct HTTPFault: Error, Sendable, Hashable {
  /// The answer's status.
  package let status: HTTPStatus
  /// The problem's stable code.
  package let code: String
  /// What is wrong with this request, and what to do.
  package let detail: String
  /// Fields that the answer also needs, such as `Allow` or `Retry-After`.
  package let headers: HeaderFields

  init(_ status: HTTPStatus, _ code: String, _ detail: String, headers: HeaderFields = [:]) {
    self.status = status
    self.code = code
    self.detail = detail
    self.headers = headers
  }

  /// The answer: `application/problem+json` (RFC 9457).
  package var response: Response {
    var fields = headers
    fields["Content-Type"] = "application/problem+json"
    fields["Cache-Control"] = "no-store"
    let members = [
      ("type", JSONText.quoted("about:blank")), ("title", JSONText.quoted(status.reason)),
      ("status", String(status.code)), ("code", JSONText.quoted(code)), ("detail", JSONText.quoted(detail)),
    ]
    let text = "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    return Response(status, headers: fields, body: .bytes(Array(text.utf8)))
  }
}

extension HTTPFault: CustomStringConvertible {
  package var description: String { "\(code): \(detail)" }
}
