import Cryptography
import Glibc
import Synchronization

/// Asks a person at a terminal for a secret, which is not shown while it is typed.
enum TerminalPrompt {
  /// One line from standard input without its line feed. Throws `missing_passphrase` when standard input is no
  /// terminal, `empty_passphrase`, and `cancelled` when the person interrupts.
  static func ask(_ question: String) throws(CommandError) -> SecretBytes {
    var shown = termios()
    guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &shown) == 0 else {
      throw CommandError(
        .usage, "missing_passphrase", "a passphrase is needed, and there is no terminal to ask for it",
        hint: "name a file of mode 0600 that holds it with --passphrase-file, or set \(Passphrase.variable)")
    }
    let signals = CaughtSignals()
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ICANON)
    // What was typed before is thrown away, so the question comes after it.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    StandardError.write(question)
    let line = readLine(signals)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
    signals.restore()
    StandardError.write("\n")
    // The terminal is as it was, so the signal may do now what it does.
    if let signal = signals.caught {
      raise(signal)
      throw CommandError(.failed, "cancelled", "interrupted; nothing was changed")
    }
    guard !line.isEmpty else {
      throw CommandError(.failed, "empty_passphrase", "no passphrase was typed; nothing was changed")
    }
    return line
  }

  /// Bytes to the end of the line, of the input, or to the first signal. A terminal gives a line of at most 4,095 bytes.
  private static func readLine(_ signals: CaughtSignals) -> SecretBytes {
    SecretBytes(capacity: 4_096) { buffer in
      var count = 0
      while count < buffer.count, signals.waitForInput() {
        let got = read(STDIN_FILENO, buffer.baseAddress?.advanced(by: count), 1)
        guard got == 1, buffer[count] != UInt8(ascii: "\n") else { break }
        count += 1
      }
      return count
    }
  }
}

/// Holds back the signals that would end the process until a terminal shows again what is typed.
///
/// They are let in only while nothing else is done than waiting, so that none comes between a look and the wait.
private struct CaughtSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
  /// The last signal that came; 0 for none. An atomic, because a handler may use nothing else.
  private static let last = Atomic<Int32>(0)

  /// What lets them in, also when the process was started by one that had blocked them.
  private let openMask: sigset_t
  private let actionsBefore: [(Int32, sigaction)]

  init() {
    Self.last.store(0, ordering: .relaxed)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for number in Self.numbers { sigaddset(&blocked, number) }
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, &blocked, &mask)
    for number in Self.numbers { sigdelset(&mask, number) }
    openMask = mask
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { CaughtSignals.last.store($0, ordering: .relaxed) }
    actionsBefore = Self.numbers.map { number in
      var before = sigaction()
      sigaction(number, &action, &before)
      return (number, before)
    }
  }

  var caught: Int32? {
    let number = Self.last.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Waits for standard input; false when a signal came instead.
  func waitForInput() -> Bool {
    var mask = openMask
    while caught == nil {
      var set = fd_set()
      set.__fds_bits.0 = 1 << STDIN_FILENO
      if pselect(STDIN_FILENO + 1, &set, nil, nil, nil, &mask) >= 0 { return true }
      guard errno == EINTR else { return true }
    }
    return false
  }

  /// Lets signals do again what they did. One that came in the meantime does it now.
  func restore() {
    for (number, action) in actionsBefore {
      var action = action
      sigaction(number, &action, nil)
    }
    var mask = openMask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}
