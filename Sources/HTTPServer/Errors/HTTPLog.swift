/// Where the server's messages go. They carry no secrets: no header values, no bodies.
package struct HTTPLog: Sendable {
  /// How urgent a message is.
  package enum Level: String, Sendable {
    case debug, info, warning, error
  }

  private let write: @Sendable (Level, String) -> Void

  /// Takes the function that writes a message. It may be called on any thread.
  package init(_ write: @escaping @Sendable (Level, String) -> Void) { self.write = write }

  /// Drops every message.
  package static let discarding = HTTPLog { _, _ in }

  func callAsFunction(_ level: Level, _ message: @autoclosure () -> String) { write(level, message()) }
}
