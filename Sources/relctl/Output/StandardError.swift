import Glibc

/// Where everything goes that is not a result. What cannot be written there could not be reported anywhere.
enum StandardError {
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  static func write(_ text: String) { _ = StandardStream.write(Array(text.utf8)[...], to: STDERR_FILENO) }
}
