/// A fixed number of threads that run blocking handlers, behind a queue of bounded length.
final class WorkerPool: Sendable {
  private struct State {
    var queue: [@Sendable () -> Void] = []
    var idle = 0
    var isStopping = false
    var ended = 0
  }

  private let state = Monitor(State())
  private let capacity: Int
  private let threads = Monitor<[SystemThread]>([])

  /// Starts the threads. `capacity` is how many jobs may wait beyond those that run.
  init(threads count: Int, capacity: Int) throws(HTTPServerError) {
    self.capacity = capacity
    for _ in 1...count {
      let thread = try startThread()
      threads.withLock { $0.append(thread) }
    }
  }

  /// Queues a job; returns false, and drops it, when the queue is full or the pool is stopping.
  func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard !state.isStopping, state.queue.count < state.idle + capacity else { return false }
      state.queue.append(job)
      return true
    }
  }

  /// Drops what waits and ends the threads. A thread whose handler does not return within `timeout` is left behind.
  func stop(timeout: Duration) {
    state.withLock { state in
      state.isStopping = true
      state.queue = []
    }
    let all = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    let haveEnded = state.wait(atMost: timeout) { $0.ended == all.count }
    for thread in all { haveEnded ? thread.join() : thread.detach() }
  }

  private func startThread() throws(HTTPServerError) -> SystemThread {
    try SystemThread { [state] in
      while let job = Self.next(state) { job() }
      state.withLock { $0.ended += 1 }
    }
  }

  private static func next(_ state: Monitor<State>) -> (@Sendable () -> Void)? {
    state.withLock { $0.idle += 1 }
    return state.whenReady({ $0.isStopping || !$0.queue.isEmpty }) { state in
      state.idle -= 1
      return state.queue.isEmpty ? nil : state.queue.removeFirst()
    }
  }
}
