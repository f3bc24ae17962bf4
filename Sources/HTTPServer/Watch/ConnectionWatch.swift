/// The thread that cuts slow and idle connections, and ends what lingers.
final class ConnectionWatch: Sendable {
  private let core: ServerCore
  private let rule: SlowClientRule
  private let isStopping = Monitor(false)
  private let thread = Monitor<SystemThread?>(nil)

  init(core: ServerCore) throws(HTTPServerError) {
    self.core = core
    rule = SlowClientRule(core.limits)
    let interval = rule.interval
    let started = try SystemThread { [core, rule, isStopping] in
      while !isStopping.wait(atMost: interval, until: { $0 }) { Self.look(core, rule) }
    }
    thread.withLock { $0 = started }
  }

  /// Ends the thread.
  func stop() {
    isStopping.withLock { $0 = true }
    let thread = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    thread?.join()
  }

  private static func look(_ core: ServerCore, _ rule: SlowClientRule) {
    let now = Clock.monotonic()
    for record in core.connections.all {
      let mark = record.progress.mark
      guard let status = record.socket.status() else { continue }
      let sample = SlowClientRule.Sample(
        mark: mark, now: now, status: status, isRetiring: core.isClosing(record.loop))
      switch rule.verdict(sample, &record.memory) {
      case .leave: break
      case .endIncoming: record.socket.endIncoming()
      case .cutIdle: record.socket.cut()
      case .refuseSlow:
        record.progress.note(.slow)
        core.noteTimedOut()
        record.socket.endIncoming()
      case .cutSlow:
        record.progress.note(.slow)
        core.noteTimedOut()
        record.socket.cut()
      }
    }
    core.lingering.drain()
    core.stopRetiredLoops()
  }
}
