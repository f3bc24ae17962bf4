import Glibc

/// One process started by a test: its output is read from files, so that it never waits for its reader.
final class ChildProcess: Sendable {
  struct Failure: Error {
    let message: String
  }

  /// How a process ended.
  enum End: Sendable, Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  let identifier: pid_t
  /// The read end of standard error, when it was asked for as a pipe.
  let errorPipe: Int32?

  /// Starts `path` with exactly this environment. Descriptors that are nil lead nowhere.
  init(
    _ path: String, _ arguments: [String], environment: [String: String], input: Int32? = nil,
    output: Int32? = nil, error: Int32? = nil, pipesError: Bool = false
  ) throws {
    var ends: [Int32] = [-1, -1]
    if pipesError { ends = try Self.connectedPair() }
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer {
      close(null)
      if pipesError { close(ends[1]) }
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input ?? null, 0)
    posix_spawn_file_actions_adddup2(&actions, output ?? null, 1)
    posix_spawn_file_actions_adddup2(&actions, pipesError ? ends[1] : error ?? null, 2)

    // A test runner may have been told to ignore interrupts, and a child would go on ignoring them.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigfillset(&defaults)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var identifier = pid_t()
    let status = posix_spawn(&identifier, path, &actions, &attributes, &argv, &envp)
    guard status == 0 else { throw Failure(message: "cannot start '\(path)': errno \(status)") }
    self.identifier = identifier
    errorPipe = pipesError ? ends[0] : nil
  }

  /// The two ends of a connection, of which no child process that is started meanwhile gets a copy.
  static func connectedPair() throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw Failure(message: "socketpair: errno \(errno)")
    }
    return ends
  }

  func send(signal: Int32) { kill(identifier, signal) }

  /// Waits for the end; to be called once.
  func wait() -> End {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: signal)
  }

  /// The next line of standard error without its line feed; nil at its end. Needs `pipesError`.
  func readErrorLine() -> String? {
    guard let errorPipe else { return nil }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(errorPipe, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
  }

  deinit { if let errorPipe { close(errorPipe) } }
}
