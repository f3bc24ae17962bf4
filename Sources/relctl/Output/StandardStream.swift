import Glibc

/// One of the process's own streams, written without a buffer of ours, so that nothing is lost at exit.
enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes all of the text. A stream that nobody reads any longer ends the process the usual way, by SIGPIPE.
  func write(_ text: String) { write(Array(text.utf8)[...]) }

  func write(_ bytes: ArraySlice<UInt8>) { Self.write(bytes, to: rawValue) }

  /// Writes all of the bytes to an open descriptor; a failure to write could not be reported anywhere.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      let cause = errno
      if count < 0 {
        guard cause == EINTR || cause == EAGAIN else { return }
        continue
      }
      rest = rest.dropFirst(count)
    }
  }
}
