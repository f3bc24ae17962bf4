import Dispatch
import Synchronization

/// Waits on a server's own thread, which may block, for what is done asynchronously.
enum AwaitedAnswer {
  static func wait(_ work: @escaping @Sendable () async -> [UInt8]) -> [UInt8] {
    let answer = Answer()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      answer.set(await work())
      done.signal()
    }
    done.wait()
    return answer.bytes
  }

  private final class Answer: Sendable {
    private let value = Mutex<[UInt8]>([])

    var bytes: [UInt8] { value.withLock { $0 } }

    func set(_ bytes: [UInt8]) { value.withLock { $0 = bytes } }
  }
}
