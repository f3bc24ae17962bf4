import CCurl

/// What is known of a transfer that libcurl gave up.
struct TransferFailure {
  let status: CURLcode
  /// libcurl's own words; they name hosts and ports, never header fields.
  let detail: String
  let address: WebAddress
  /// Whether the connection stood, encryption included.
  let wasConnected: Bool
  /// Whether the time that was allowed for the whole transfer is used up.
  let usedAllTime: Bool
}

extension HTTPClientError {
  /// The one place that gives libcurl's results a code and a next step.
  init(_ failure: TransferFailure) {
    let (code, advice) = Self.meaning(of: failure)
    let detail =
      failure.detail.isEmpty ? String(cString: ccurl_easy_strerror(failure.status)) : failure.detail
    self.init(code, "\(failure.address): \(detail); \(advice)")
  }

  private static func meaning(of failure: TransferFailure) -> (Code, String) {
    switch failure.status {
    case CURLE_COULDNT_RESOLVE_HOST:
      (.unreachable, "check the host name and the network")
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
      (.unreachable, "check the proxy settings (http_proxy, https_proxy, no_proxy)")
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED:
      (.unreachable, "check that the server runs and that the port is right")
    case CURLE_OPERATION_TIMEDOUT where !failure.wasConnected:
      (.unreachable, "no connection in the allowed time; check the address, the network and the firewall")
    case CURLE_OPERATION_TIMEDOUT where failure.usedAllTime:
      (.timeout, "the answer took longer than allowed; try again or allow more time")
    case CURLE_OPERATION_TIMEDOUT:
      (.tooSlow, "the transfer nearly stood still; try again on a better network")
    case CURLE_SSL_CONNECT_ERROR:
      (.tls, "check that the port speaks TLS 1.2 or newer")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      (.tls, "the server's certificate is not trusted; check its names and dates, or name its CA file")
    case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM:
      (.tls, "the CA file could not be read; it must hold PEM certificates")
    case CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
      (.tls, "the two sides found no common encryption")
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR:
      (.cutShort, "the connection ended before the whole answer had arrived; try again")
    case CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_UPLOAD_FAILED:
      (.sendFailed, "the server closed the connection before it had the whole request; try again")
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING, CURLE_RANGE_ERROR,
      CURLE_HTTP2:
      (.invalidResponse, "the answer is not valid HTTP; check that the port is that of the server")
    case CURLE_FILESIZE_EXCEEDED:
      (.tooLarge, "the answer is larger than allowed")
    case CURLE_URL_MALFORMAT:
      (.invalidAddress, "write an address such as https://releases.example.com")
    default:
      (.internalFailure, "libcurl gave up with code \(failure.status.rawValue)")
    }
  }
}
