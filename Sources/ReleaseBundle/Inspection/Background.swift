import Dispatch
import Synchronization

/// A value that another thread works out, for whoever needs it later.
final class Background<Value: Sendable>: Sendable {
  private let group = DispatchGroup()
  private let start = DispatchGroup()
  private let result = Mutex<Result<Value, BundleError>?>(nil)

  /// Starts the work at once.
  init(_ work: @escaping @Sendable () throws(BundleError) -> Value) {
    group.enter()
    start.enter()
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      start.leave()
      let outcome = Result { () throws(BundleError) in try work() }
      result.withLock { $0 = outcome }
      group.leave()
    }
  }

  /// Has a value that needs no work.
  init(done value: Value) { result.withLock { $0 = .success(value) } }

  /// Waits until a thread has begun with the work.
  func waitForStart() { start.wait() }

  /// Waits for the work, and gives what came of it.
  func value() throws(BundleError) -> Value {
    while true {
      if let result = result.withLock({ $0 }) { return try result.get() }
      group.wait()
    }
  }
}
