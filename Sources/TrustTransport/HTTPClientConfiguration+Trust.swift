package import HTTPClient

extension HTTPClientConfiguration {
  /// The bounds for metadata and targets: a source that holds a device back with a slow or endless body is given up
  /// soon, and nothing is asked for twice, since the next refresh comes anyway.
  package static var trust: HTTPClientConfiguration {
    var configuration = HTTPClientConfiguration()
    configuration.leastBytesPerSecond = 1 << 10
    configuration.slowTransferPatience = .seconds(15)
    configuration.retry = .never
    return configuration
  }
}
