import Glibc

/// Where results go. What could not be written is a failure of the command: a script must not take it for a result.
enum StandardOutput {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  static func write(_ text: String) throws(CommandError) { try write(Array(text.utf8)[...]) }

  static func write(_ bytes: ArraySlice<UInt8>) throws(CommandError) {
    let cause = StandardStream.write(bytes, to: STDOUT_FILENO)
    guard cause == 0 else { throw unwritable(cause) }
  }

  /// Closes it after the last result: some file systems say only then that they have no room.
  static func finish() throws(CommandError) {
    let isClosed = close(STDOUT_FILENO) == 0
    let cause = errno
    guard isClosed || cause == EINTR else { throw unwritable(cause) }
  }

  private static func unwritable(_ cause: Int32) -> CommandError {
    CommandError(
      .failed, "output_unwritable", "cannot write to standard output: \(SystemError.text(cause))",
      hint: "what the command was to change is changed; only what it says about that is lost")
  }
}
