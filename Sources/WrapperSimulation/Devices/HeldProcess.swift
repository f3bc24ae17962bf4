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
    let (errors, errorsOfChild) = try Self.connectedPair()
    let (input, inputOfChild) = try Self.connectedPair()
    defer {
      close(errorsOfChild)
      close(inputOfChild)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputOfChild, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, errorsOfChild, 2)
    // The thread that starts it may block signals (Dispatch's do); whoever interrupts the simulation means this one, too.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    let texts = Self.inherited.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    var environment = texts.map { strdup($0) } + [nil]
    defer { for word in words + environment { free(word) } }
    var identifier = pid_t()
    let status = posix_spawn(&identifier, program, &actions, &attributes, &words, &environment)
    guard status == 0 else {
      close(errors)
      close(input)
      throw SimulationError(
        .simulationFailed, "cannot start '\(program)': \(String(cString: strerror(status)))")
    }
    self.identifier = identifier
    self.errors = errors
    self.input = input
  }

  /// Waits until it holds and kills it (SIGKILL), or until it ends by itself.
  ///
  /// - Returns: whether it was killed where it held, and what it said.
  func killWhenHolding() -> (wasKilled: Bool, said: String) {
    defer {
      close(errors)
      close(input)
    }
    var said: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1_024)
    while true {
      let count = read(errors, &piece, piece.count)
      let cause = errno
      if count < 0, cause == EINTR { continue }
      guard count > 0 else { break }
      said += piece[..<count]
      guard isHolding(said) else { continue }
      kill(identifier, SIGKILL)
      break
    }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return (status & 0x7f == SIGKILL, String(decoding: said, as: UTF8.self))
  }

  private func isHolding(_ said: [UInt8]) -> Bool {
    String(decoding: said, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().contains { $0.hasPrefix(Self.holdingLine) }
  }

  /// The two ends of a connection, of which no process that is started meanwhile gets a copy.
  private static func connectedPair() throws(SimulationError) -> (own: Int32, other: Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let status = socketpair(AF_UNIX, kind, 0, &ends)
    let cause = errno
    guard status == 0 else {
      throw SimulationError(.simulationFailed, "no socket: \(String(cString: strerror(cause)))")
    }
    return (ends[0], ends[1])
  }
}
