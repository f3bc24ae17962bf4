/// Where and how a server listens.
package struct HTTPServerConfiguration: Sendable, Hashable {
  /// A certificate and its key, as PEM files. They are read at the start and by `reloadTLS`.
  package struct TLS: Sendable, Hashable {
    /// The certificate, followed by its chain.
    package var certificatePath: String
    /// The private key.
    package var keyPath: String

    package init(certificatePath: String, keyPath: String) {
      self.certificatePath = certificatePath
      self.keyPath = keyPath
    }
  }

  /// The address to listen on, and no other: an IPv4 or IPv6 address, or `localhost`.
  package var host = "127.0.0.1"
  /// The port; 0 picks a free one.
  package var port: UInt16 = 0
  /// How many threads move bytes and run immediate handlers.
  package var eventThreads = 1
  /// How many threads run blocking handlers.
  package var workerThreads = 8
  /// What clients may take.
  package var limits = HTTPLimits()
  /// Proxies in front of the server: exempt from the limit per address, and believed in `X-Forwarded-For`.
  package var trustedProxies: [String] = []
  /// Whether loopback addresses are trusted like that.
  package var trustsLoopback = true
  /// Set to speak TLS only.
  package var tls: TLS?
  /// What every secret of the service begins with, in lower case: where it stands in a URL, the log has `…`.
  package var secretMark: String?

  package init() {}
}

extension HTTPServerConfiguration {
  /// Checks what the types cannot; `invalid_configuration` names the member.
  func validate() throws(HTTPServerError) {
    let positive: [(String, Int)] = [
      ("eventThreads", eventThreads), ("workerThreads", workerThreads),
      ("maximumConnections", limits.maximumConnections),
      ("maximumConnectionsPerAddress", limits.maximumConnectionsPerAddress),
      ("maximumURLBytes", limits.maximumURLBytes), ("maximumHeaderFields", limits.maximumHeaderFields),
      ("maximumWaitingRequests", limits.maximumWaitingRequests),
      ("maximumCollectedBytes", limits.maximumCollectedBytes),
    ]
    for (name, value) in positive where value < 1 {
      throw HTTPServerError(.invalidConfiguration, "\(name) is \(value); it must be at least 1.")
    }
    guard (1 << 10...64 << 10).contains(limits.maximumHeaderBytes) else {
      throw HTTPServerError(
        .invalidConfiguration,
        "maximumHeaderBytes is \(limits.maximumHeaderBytes); it must be from 1024 to 65536.")
    }
    let times = [
      limits.headerTimeout, limits.idleTimeout, limits.slowClientTimeout, limits.slowBodyTimeout,
    ]
    guard times.allSatisfy({ $0 > .zero }) else {
      throw HTTPServerError(.invalidConfiguration, "A time-out is not positive; write one that is.")
    }
  }

  /// The addresses of the trusted proxies; `invalid_configuration` names one that is none.
  func trustedAddresses() throws(HTTPServerError) -> Set<PeerAddress> {
    var addresses: Set<PeerAddress> = []
    for text in trustedProxies {
      guard let address = PeerAddress(parsing: text) else {
        throw HTTPServerError(
          .invalidConfiguration,
          "The trusted proxy '\(text)' is not an IP address; write one, such as 10.0.0.2.")
      }
      addresses.insert(address)
    }
    return addresses
  }
}
