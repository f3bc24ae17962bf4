import CCurl

/// Owns one libcurl easy handle, which keeps its connections open between exchanges.
// Unchecked: libcurl lets a handle pass from thread to thread as long as one uses it at a time
// (libcurl-thread(3)). A move-only value with a mutating `perform` has one user at a time.
struct CurlHandle: ~Copyable, @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer
  /// What libcurl's connections point at for as long as they live, which is longer than one exchange.
  private let current = CurrentExchange()

  init() throws(HTTPClientError) {
    try CurlLibrary.open()
    guard let handle = ccurl_easy_init() else {
      throw HTTPClientError(.internalFailure, "libcurl is out of memory")
    }
    self.handle = handle
  }

  deinit { ccurl_easy_cleanup(handle) }

  /// Runs one exchange to its end. Returns when a whole answer arrived; its head is in the exchange then.
  mutating func perform(
    _ exchange: Exchange, within configuration: HTTPClientConfiguration
  ) throws(HTTPClientError) -> ResponseHead {
    ccurl_easy_reset(handle)
    var fields = CurlFieldList()
    try fields.fill(from: exchange.request, acceptsCompression: exchange.acceptsCompression)
    current.exchange = exchange
    defer { current.exchange = nil }
    var detail = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    let status = detail.withUnsafeMutableBufferPointer { detail in
      prepare(exchange, fields, configuration, detail)
      return ccurl_easy_perform(handle)
    }
    if let failure = exchange.failure { throw failure }
    if let head = exchange.head, status == CURLE_OK || exchange.wasAnsweredEarly { return head }
    throw HTTPClientError(
      TransferFailure(
        status: status == CURLE_OK ? CURLE_WEIRD_SERVER_REPLY : status,
        detail: String(decoding: detail.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self),
        address: exchange.request.address,
        wasConnected: microseconds(CURLINFO_PRETRANSFER_TIME_T) > 0,
        usedAllTime: exchange.timeout.map { .microseconds(microseconds(CURLINFO_TOTAL_TIME_T)) >= $0 }
          ?? false))
  }

  private func prepare(
    _ exchange: Exchange, _ fields: borrowing CurlFieldList, _ configuration: HTTPClientConfiguration,
    _ detail: UnsafeMutableBufferPointer<CChar>
  ) {
    set(CURLOPT_ERRORBUFFER, detail.baseAddress)
    setAddress(exchange.request.address)
    setBounds(exchange, configuration)
    setEncryption(configuration)
    setMethod(exchange.request)
    fields.hand(to: handle)
    set(CURLOPT_USERAGENT, configuration.userAgent)
    if exchange.acceptsCompression { set(CURLOPT_ACCEPT_ENCODING, "gzip") }
    attachCallbacks(exchange)
  }

  private func setAddress(_ address: WebAddress) {
    set(CURLOPT_URL, address.text)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    set(CURLOPT_NOPROXY, ProxyExemptions.list)
    // Redirects are followed by the client, which decides about each.
    set(CURLOPT_FOLLOWLOCATION, 0)
  }

  private func setBounds(_ exchange: Exchange, _ configuration: HTTPClientConfiguration) {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.milliseconds)
    if let timeout = exchange.timeout { set(CURLOPT_TIMEOUT_MS, timeout.milliseconds) }
    set(CURLOPT_LOW_SPEED_LIMIT, configuration.leastBytesPerSecond)
    set(CURLOPT_LOW_SPEED_TIME, Int(configuration.slowTransferPatience.components.seconds))
    set(CURLOPT_BUFFERSIZE, 256 << 10)
  }

  private func setEncryption(_ configuration: HTTPClientConfiguration) {
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    if let file = configuration.certificateAuthorityFile { set(CURLOPT_CAINFO, file) }
  }

  private func setMethod(_ request: HTTPRequest) {
    switch request.method {
    case .get where request.body.isEmpty: set(CURLOPT_HTTPGET, 1)
    case .head: set(CURLOPT_NOBODY, 1)
    default: set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
    guard request.method.expectsBody || !request.body.isEmpty else { return }
    set(CURLOPT_UPLOAD, 1)
    ccurl_set_offset(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(request.body.sizeBytes))
    set(CURLOPT_UPLOAD_BUFFERSIZE, 256 << 10)
    // A server that does not know the question "may I?" (Expect: 100-continue) costs this wait, no more.
    set(CURLOPT_EXPECT_100_TIMEOUT_MS, 1_000)
  }

  private func attachCallbacks(_ exchange: Exchange) {
    // Unretained is enough: the caller of `perform` holds the exchange until libcurl is done.
    let context = Unmanaged.passUnretained(exchange).toOpaque()
    for option in [
      CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_XFERINFODATA,
    ] {
      set(option, context)
    }
    ccurl_set_data_callback(handle, CURLOPT_WRITEFUNCTION, receiveBody)
    ccurl_set_data_callback(handle, CURLOPT_HEADERFUNCTION, receiveHeaderLine)
    ccurl_set_data_callback(handle, CURLOPT_READFUNCTION, provideBody)
    ccurl_set_seek_callback(handle, rewindBody)
    ccurl_set_progress_callback(handle, askToContinue)
    set(CURLOPT_NOPROGRESS, 0)
    ccurl_set_close_callback(handle, salvageAnswerAndClose)
    set(CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(current).toOpaque())
  }

  private func microseconds(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    ccurl_get_offset(handle, info, &value)
    return Int64(value)
  }

  private func set(_ option: CURLoption, _ value: Int) { ccurl_set_long(handle, option, value) }
  private func set(_ option: CURLoption, _ value: String) { ccurl_set_text(handle, option, value) }
  private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
    ccurl_set_pointer(handle, option, value)
  }
}

extension Duration {
  /// Rounded up, so that a positive duration never becomes libcurl's 0, "no bound".
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
