import HTTPClient

extension HTTPResponse {
  /// Whether the server is there and only cannot answer now: the same question may be answered later.
  var saysTryLater: Bool { Self.saysTryLater(status) }

  /// The same of a status.
  static func saysTryLater(_ status: Int) -> Bool {
    switch status {
    case 408, 429, 500...: true
    default: false
    }
  }
}
