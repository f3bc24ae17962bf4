/// The head of one request: method, target, header fields and where it came from. Its values do not change.
package struct RequestHead: Sendable {
  let buffer: HeadBuffer

  /// The method. HEAD stays HEAD, though the handler of GET gets it.
  package var method: RequestMethod { buffer.method }
  /// The path, decoded once; escapes that are malformed, not UTF-8 or NUL never reach a handler.
  package var path: String { buffer.text(buffer.path) }
  /// Path and query as they were sent.
  package var target: String { buffer.text(buffer.target) }
  /// The id in `X-Request-Id` of the answer: the client's own when it is well formed, else a fresh one.
  package var requestId: String { buffer.text(buffer.requestId) }

  /// Where the request came from, as text without port. Behind a trusted proxy it is the address that the proxy
  /// vouches for in `X-Forwarded-For`.
  package var remoteAddress: String { (forwardedAddress ?? buffer.peer).description }

  /// What limits for each client count by, as text: the remote address, or the network of an IPv6 one. nil for a
  /// trusted proxy that vouches for nobody: who knows for how many it speaks.
  package var limitGroup: String? {
    if let forwardedAddress { return forwardedAddress.limitGroup.description }
    return buffer.trustsForwarding ? nil : buffer.peer.limitGroup.description
  }

  private var forwardedAddress: PeerAddress? {
    guard buffer.trustsForwarding, let chain = self["X-Forwarded-For"] else { return nil }
    let last = chain.split(separator: ",").last.map(String.init) ?? ""
    return PeerAddress(parsing: last.filter { $0 != " " })
  }

  /// The decoded value of a parameter of the route's template; empty when the template has no such name.
  package func parameter(_ name: String) -> String {
    guard let index = buffer.parameterNames.firstIndex(of: name) else { return "" }
    return buffer.text(buffer.parameters[index])
  }

  /// The value of a header field; names are compared without regard to case. Repeated fields are joined with `, `.
  package subscript(name: String) -> String? {
    let values = headerValues(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Every value of a header field, in order.
  package func headerValues(_ name: String) -> [String] {
    buffer.headers.lazy.filter { ASCII.equalIgnoringCase(buffer.view($0.name), name) }
      .map { buffer.text($0.value) }
  }

  /// Every header field, in order.
  package var headers: [(name: String, value: String)] {
    buffer.headers.map { (buffer.text($0.name), buffer.text($0.value)) }
  }
}
