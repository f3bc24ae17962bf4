import CCurl

/// Owns one of libcurl's URL handles while an address is taken apart.
struct ParsedAddress: ~Copyable {
  private let handle: OpaquePointer

  /// Parses an absolute address, or a reference relative to `base`.
  init(_ text: String, relativeTo base: WebAddress? = nil) throws(HTTPClientError) {
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
      throw Self.refusal(text, "it holds control characters")
    }
    try CurlLibrary.open()
    guard let handle = ccurl_url() else {
      throw HTTPClientError(.internalFailure, "libcurl is out of memory")
    }
    if let objection = Self.fill(handle, with: text, base: base) {
      ccurl_url_cleanup(handle)
      throw Self.refusal(text, objection)
    }
    self.handle = handle
  }

  deinit { ccurl_url_cleanup(handle) }

  func text() throws(HTTPClientError) -> String { try part(CURLUPART_URL) }
  func scheme() throws(HTTPClientError) -> String { try part(CURLUPART_SCHEME) }
  func host() throws(HTTPClientError) -> String { try part(CURLUPART_HOST).lowercased() }
  func path() throws(HTTPClientError) -> String { try part(CURLUPART_PATH) }

  func port() throws(HTTPClientError) -> Int {
    guard let port = Int(try part(CURLUPART_PORT, flags: CURLU_DEFAULT_PORT)) else {
      throw HTTPClientError(.invalidAddress, "the address has no valid port")
    }
    return port
  }

  /// The address up to and without its path.
  func beginning() throws(HTTPClientError) -> String {
    guard let copy = ccurl_url_dup(handle) else {
      throw HTTPClientError(.internalFailure, "libcurl is out of memory")
    }
    let bare = ParsedAddress(owning: copy)
    for part in [CURLUPART_QUERY, CURLUPART_FRAGMENT, CURLUPART_PATH] { ccurl_url_set(copy, part, nil, 0) }
    let text = try bare.text()
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private init(owning handle: OpaquePointer) { self.handle = handle }

  /// Returns why the text is no address, or nil.
  private static func fill(_ handle: OpaquePointer, with text: String, base: WebAddress?) -> String? {
    if let base {
      let status = ccurl_url_set(handle, CURLUPART_URL, base.text, 0)
      guard status == CURLUE_OK else { return String(cString: ccurl_url_strerror(status)) }
    }
    let status = ccurl_url_set(
      handle, CURLUPART_URL, text, UInt32(CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME))
    guard status == CURLUE_OK else { return String(cString: ccurl_url_strerror(status)) }
    ccurl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
    var scheme: UnsafeMutablePointer<CChar>?
    defer { ccurl_free(scheme) }
    guard ccurl_url_get(handle, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK, let scheme else {
      return "it has no scheme"
    }
    guard ["http", "https"].contains(String(cString: scheme)) else { return "only http and https are spoken" }
    return nil
  }

  private func part(_ part: CURLUPart, flags: Int32 = 0) throws(HTTPClientError) -> String {
    var value: UnsafeMutablePointer<CChar>?
    let status = ccurl_url_get(handle, part, &value, UInt32(flags))
    guard status == CURLUE_OK, let value else {
      throw HTTPClientError(.invalidAddress, "not an address: \(String(cString: ccurl_url_strerror(status)))")
    }
    defer { ccurl_free(value) }
    return String(cString: value)
  }

  /// Shows the text without query, fragment and user info.
  private static func refusal(_ text: String, _ objection: String) -> HTTPClientError {
    var shown = text.unicodeScalars.prefix { $0 != "?" && $0 != "#" && $0.value >= 0x20 }
    if let end = shown.lastIndex(of: "@") { shown = shown[shown.index(after: end)...] }
    return HTTPClientError(
      .invalidAddress,
      "'\(String(shown.prefix(200)))' is not an address: \(objection); "
        + "write one such as https://releases.example.com")
  }
}
