import Glibc

/// A state behind a lock, with waiting for a condition, which `Mutex` does not have.
///
/// It is used for plain locks too: the thread sanitizer of this toolchain does not see a `Mutex` that had to wait, and
/// reports what it guards.
///
/// Not checked by the compiler, because the state is only guarded by the lock: every access goes through `withLock`.
final class Monitor<State: ~Copyable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  init(_ state: consuming State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the lock held, and wakes whoever waits.
  func withLock<Result, Failure>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Runs `body` with the lock held, and wakes whoever waits only when there is a reason to: waking a thread costs more
  /// than most bodies.
  func withLock<Result, Failure>(
    wakingWhen isReady: (borrowing State) -> Bool, _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      if isReady(state) { pthread_cond_broadcast(condition) }
      pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Waits until `isReady`, then runs `body` with the lock still held.
  func whenReady<Result>(
    _ isReady: (borrowing State) -> Bool, _ body: (inout State) throws -> Result
  ) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    while !isReady(state) { pthread_cond_wait(condition, mutex) }
    return try body(&state)
  }

  /// Waits until `isReady`, but no longer than `timeout`; returns whether it became so.
  func wait(atMost timeout: Duration, until isReady: (borrowing State) -> Bool) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let (seconds, attoseconds) = timeout.components
    let nanoseconds = Int(deadline.tv_nsec) + Int(attoseconds / 1_000_000_000)
    deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isReady(state) {
      if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return isReady(state) }
    }
    return true
  }
}
