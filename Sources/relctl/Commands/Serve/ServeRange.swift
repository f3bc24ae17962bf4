/// What the numbers of a server's settings may be, as options, in the environment and in the file alike.
enum ServeRange {
  static let checkMaxAgeSeconds = 0...86_400
  static let drainSeconds = 0...3_600
  static let threads = 1...1_024
  static let connections = 1...1_000_000
  /// The registry looks once a minute for what is to be signed again.
  static let lifetimeSeconds = 600...366 * 86_400

  /// Reads `12h` as seconds.
  @Sendable static func lifetime(_ text: String) throws -> Int {
    let seconds = Int(try Lifetime(parsing: text).seconds)
    guard lifetimeSeconds.contains(seconds) else {
      throw InvalidValue("'\(text.prefix(40))' is not from 10m to 366d")
    }
    return seconds
  }
}
