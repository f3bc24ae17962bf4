/// `HOST:PORT`, as `serve` listens on it.
struct ListenAddress: Sendable {
  let host: String
  let port: UInt16

  static let standard = ListenAddress(host: "127.0.0.1", port: 8_080)

  private init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Reads `127.0.0.1:8080`, `localhost:0` and `[::1]:8080`.
  init(parsing text: String) throws(InvalidValue) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw Self.refusal(of: text)
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw Self.refusal(of: text)
    }
    guard !host.isEmpty else { throw Self.refusal(of: text) }
    self.host = String(host)
    self.port = port
  }

  /// Whether every address of this machine is meant, which is none that a device could ask.
  var isWildcard: Bool { host == "0.0.0.0" || host == "::" }

  private static func refusal(of text: String) -> InvalidValue {
    InvalidValue(
      "'\(text.prefix(100))' is not HOST:PORT; write for example 127.0.0.1:8080, or port 0 to pick one")
  }
}
