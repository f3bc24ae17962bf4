import Glibc

/// A process of `relctl wrapper install --hold-at STAGE`, to be killed where it holds.
package struct HeldProcess {
  /// What it writes to standard error once it holds.
  package static let holdingLine = "holding at "

  private let identifier: pid_t
  private let errors: Int32
  private let input: Int32

  /// What the program's way to a registry depends on besides its arguments.
  private static let inherited = [
    "PATH", "HOME", "TMPDIR", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
    "no_proxy",
    "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR",
  ]

  /// Starts the program with as little of this process's environment as it needs.
  init(_ program: String, _ arguments: [String]) throws(SimulationError) {
    let errors = try ConnectedPair()
    let input = try ConnectedPair()
    let task = "cannot start '\(program)'"
    var actions = posix_spawn_file_actions_t()
    try Self.check(posix_spawn_file_actions_init(&actions), task)
    defer { posix_spawn_file_actions_destroy(&actions) }
    try Self.check(posix_spawn_file_actions_adddup2(&actions, input.other, 0), task)
    try Self.check(posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0), task)
    try Self.check(posix_spawn_file_actions_adddup2(&actions, errors.other, 2), task)
    // The thread that starts it may block signals (Dispatch's do); whoever interrupts the simulation means this one, too.
    var attributes = posix_spawnattr_t()
    try Self.check(posix_spawnattr_init(&attributes), task)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    try Self.check(posix_spawnattr_setsigmask(&attributes, &noSignals), task)
    try Self.check(posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK)), task)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    let texts = Self.inherited.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    var environment = texts.map { strdup($0) } + [nil]
    defer { for word in words + environment { free(word) } }
    var identifier = pid_t()
    try Self.check(posix_spawn(&identifier, program, &actions, &attributes, &words, &environment), task)
    self.identifier = identifier
    self.errors = errors.takeOwn()
    self.input = input.takeOwn()
  }

  /// How a process came to its end.
  enum End: Hashable {
    /// It was killed where it held.
    case killed
    /// It ended by itself.
    case ended
    /// It neither held nor ended in time, and was killed.
    case overdue
  }

  /// Waits until it holds and kills it (SIGKILL), or until it ends by itself, but no longer than `limit`.
  ///
  /// - Returns: how it ended, and what it said.
  func killWhenHolding(atMost limit: Duration) -> (end: End, said: String) {
    defer {
      close(errors)
      close(input)
    }
    let deadline = ContinuousClock.now + limit
    var end = End.ended
    var said: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1_024)
    while true {
      guard hasMore(before: deadline) else {
        end = .overdue
        break
      }
      let count = read(errors, &piece, piece.count)
      let cause = errno
      if count < 0, cause == EINTR { continue }
      guard count > 0 else { break }
      said += piece[..<count]
      if isHolding(said) {
        end = .killed
        break
      }
    }
    // One that closed its standard error and goes on would be waited for without an end.
    if end != .ended || !hasEnded(before: deadline) {
      if end == .ended { end = .overdue }
      kill(identifier, SIGKILL)
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      // It may have ended just before.
      if end == .killed, status & 0x7f != SIGKILL { end = .ended }
    }
    return (end, String(decoding: said, as: UTF8.self))
  }

  /// Waits until there is something to read, or an end; false when the time is over.
  private func hasMore(before deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return false }
      var waiting = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
      let milliseconds = min(left / .milliseconds(1), Double(Int32.max)).rounded(.up)
      let count = poll(&waiting, 1, Int32(milliseconds))
      let cause = errno
      if count > 0 || (count < 0 && cause != EINTR) { return true }
    }
  }

  /// Waits until it ended, and takes note of that; false when the time is over.
  private func hasEnded(before deadline: ContinuousClock.Instant) -> Bool {
    var pause: useconds_t = 1_000
    while true {
      var status: Int32 = 0
      let ended = waitpid(identifier, &status, WNOHANG)
      let cause = errno
      if ended == identifier || (ended < 0 && cause != EINTR) { return true }
      guard ContinuousClock.now < deadline else { return false }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
  }

  private func isHolding(_ said: [UInt8]) -> Bool {
    String(decoding: said, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().contains { $0.hasPrefix(Self.holdingLine) }
  }

  private static func check(_ status: Int32, _ task: String) throws(SimulationError) {
    guard status == 0 else {
      throw SimulationError(.simulationFailed, "\(task): \(String(cString: strerror(status)))")
    }
  }
}

/// The two ends of a connection, of which no process that is started meanwhile gets a copy. What is not taken is closed.
private struct ConnectedPair: ~Copyable {
  private let own: Int32
  let other: Int32

  init() throws(SimulationError) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let status = socketpair(AF_UNIX, kind, 0, &ends)
    let cause = errno
    guard status == 0 else {
      throw SimulationError(.simulationFailed, "no socket: \(String(cString: strerror(cause)))")
    }
    (own, other) = (ends[0], ends[1])
  }

  deinit {
    close(own)
    close(other)
  }

  /// Hands out one end, and closes the other.
  consuming func takeOwn() -> Int32 {
    let taken = own
    close(other)
    discard self
    return taken
  }
}
