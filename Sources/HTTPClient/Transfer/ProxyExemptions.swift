import Glibc

/// The hosts that are reached directly although a proxy is configured.
enum ProxyExemptions {
  /// What `no_proxy` says, and this machine itself, which no proxy can reach.
  static let list: String = {
    let named = getenv("no_proxy") ?? getenv("NO_PROXY")
    let own = "localhost,127.0.0.1,::1"
    return named.map { String(cString: $0) + "," + own } ?? own
  }()
}
