import Dispatch
import HTTPClient

/// Runs blocking calls on threads of their own, so that they never hold up the cooperative pool.
enum BlockingWork {
  private static let queue = DispatchQueue(label: "WrapperInstaller", attributes: .concurrent)

  /// Runs `work`, which cannot fail.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }

  /// Runs `work`; when the task is cancelled, the flag that `work` was given is set.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable (Cancellation) throws(InstallerError) -> Value
  ) async throws(InstallerError) -> Value {
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async {
          continuation.resume(
            returning: Result { () throws(InstallerError) -> Value in try work(cancellation) })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }

  /// Runs `work`, which cannot fail and is not cancelled.
  static func finish(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      queue.async {
        work()
        continuation.resume()
      }
    }
  }
}
