/// What a run of `relctl` tells the shell. Documented in docs/cli.md; never renumbered.
enum ExitStatus: Int32, Sendable {
  case ok = 0
  /// It could not be done, for a reason that none of the others names.
  case failed = 1
  /// The command line is wrong; nothing was tried.
  case usage = 2
  /// The server refused (4xx).
  case refused = 3
  /// The server cannot be reached, or failed (5xx).
  case unreachable = 4
  /// Bytes are not what they should be.
  case integrity = 5
  /// An `--expect…` was not met.
  case expectationNotMet = 6
}
