/// What the numbers of a server's settings may be, as options, in the environment and in the file alike.
enum ServeRange {
  static let checkMaxAgeSeconds = 0...86_400
  static let drainSeconds = 0...3_600
  static let threads = 1...1_024
  static let connections = 1...1_000_000
}
