/// Decides what an answer that points elsewhere means for the next request.
enum RedirectPolicy {
  /// The request to send next, or nil when the answer is not a redirect and so is the result.
  ///
  /// Never from https to http; credentials stay with their origin, and a body never goes to another one
  /// (RFC 9110, section 15.4).
  static func next(
    after head: ResponseHead, to request: HTTPRequest
  ) throws(HTTPClientError) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(head.status), let location = head.fields["Location"] else {
      return nil
    }
    var next = request
    next.address = try address(location, after: request)
    guard next.address.isEncrypted || !request.address.isEncrypted else {
      throw refusal(request, next, "it leads from https to http; use the final https address")
    }
    let isSafe = request.method == .get || request.method == .head
    if head.status == 303, !isSafe {
      next.method = .get
      next.body = .none
    } else if !isSafe, head.status == 301 || head.status == 302 {
      throw refusal(
        request, next, "\(head.status) would turn \(request.method.rawValue) into GET; use that address")
    }
    guard next.address.isSameOrigin(as: request.address) else {
      guard next.body.isEmpty else {
        throw refusal(request, next, "a request with a body is not sent to another origin; use that address")
      }
      for name in ["Authorization", "Cookie", "Proxy-Authorization"] { next.fields[name] = nil }
      return next
    }
    return next
  }

  /// Where an answer points; what is no web address is the server's mistake, and not that of who asked.
  private static func address(
    _ location: String, after request: HTTPRequest
  ) throws(HTTPClientError) -> WebAddress {
    do {
      return try request.address.resolving(location)
    } catch {
      throw HTTPClientError(
        .redirectRefused,
        "\(request.address) redirects to what is no web address, which is refused: \(error.message)",
        cause: error
      )
    }
  }

  private static func refusal(
    _ request: HTTPRequest, _ next: HTTPRequest, _ reason: String
  ) -> HTTPClientError {
    HTTPClientError(
      .redirectRefused, "\(request.address) redirects to \(next.address), which is refused: \(reason)")
  }
}
