import CCurl

/// Owns libcurl's list of header fields for one exchange.
struct CurlFieldList: ~Copyable {
  private var list: UnsafeMutablePointer<curl_slist>?

  init() { list = nil }

  deinit { ccurl_slist_free_all(list) }

  /// Adds the request's fields, and those that keep libcurl from adding its own.
  mutating func fill(from request: HTTPRequest, acceptsCompression: Bool) throws(HTTPClientError) {
    for field in request.fields.all { try add(try field.line()) }
    // A bare name with a colon takes the field out. libcurl would name a type for bodies that it uploads as forms.
    if request.fields["Content-Type"] == nil { try add("Content-Type:") }
    try add(request.asksBeforeBody && !request.body.isEmpty ? "Expect: 100-continue" : "Expect:")
    if !acceptsCompression { try add("Accept-Encoding: identity") }
  }

  /// Gives the list to a handle; it must outlive the transfer.
  func hand(to handle: UnsafeMutableRawPointer) { ccurl_set_list(handle, CURLOPT_HTTPHEADER, list) }

  private mutating func add(_ line: String) throws(HTTPClientError) {
    guard let longer = ccurl_slist_append(list, line) else {
      throw HTTPClientError(.internalFailure, "libcurl is out of memory")
    }
    list = longer
  }
}
