/// The bounds within which a client works.
package struct HTTPClientConfiguration: Sendable {
  /// The `User-Agent` field.
  package var userAgent = "relctl"
  /// How long a connection, encryption included, may take to stand.
  package var connectTimeout = Duration.seconds(15)
  /// How long an exchange may take that moves no file.
  package var exchangeTimeout = Duration.seconds(60)
  /// The least speed in bytes per second ...
  package var leastBytesPerSecond = 256
  /// ... and how long a transfer may stay below it, in whole seconds, before it is given up.
  package var slowTransferPatience = Duration.seconds(30)
  /// How many redirects are followed.
  package var maximumRedirects = 5
  /// The longest body of an answer that is kept in memory.
  package var maximumResponseBytes = 16 << 20
  /// When a request is sent again.
  package var retry = RetryPolicy()
  /// A PEM file with the certificate authorities to trust in place of the system's.
  package var certificateAuthorityFile: String?

  package init() {}
}
