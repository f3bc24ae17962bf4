import Dispatch
import Synchronization

/// Runs asynchronous work from a command, which is synchronous and has nothing else to do meanwhile.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let outcome = WorkOutcome<Value>()
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    do {
      outcome.set(.success(try await work()))
    } catch {
      outcome.set(.failure(error))
    }
    done.signal()
  }
  done.wait()
  return try outcome.get()
}

/// Carries a result from one thread to another.
private final class WorkOutcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)

  func set(_ result: Result<Value, any Error>) { self.result.withLock { $0 = result } }

  func get() throws -> Value {
    guard let result = result.withLock({ $0 }) else {
      throw CommandError(.failed, "unexpected_error", "the work ended without a result")
    }
    return try result.get()
  }
}
