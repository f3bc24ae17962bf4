import Glibc

/// The signals that a server is steered with, waited for by one thread instead of interrupting any.
struct StopSignals {
  enum Wish {
    case stop
    case reload
  }

  private var signals = sigset_t()

  /// Blocks the signals in this thread and in those that it starts.
  init() {
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A reader of the log that went away must not end the server.
    signal(SIGPIPE, SIG_IGN)
  }

  func wait() -> Wish {
    var signals = signals
    var number: Int32 = 0
    while sigwait(&signals, &number) != 0 {}
    return number == SIGHUP ? .reload : .stop
  }
}
