import Dispatch
import Glibc
import ReleaseModel
import Synchronization

/// The server's log: one JSON object a line, written by a thread of its own, so that a slow reader of the log never
/// slows an answer. When too many lines wait, new ones are dropped and counted.
final class ServerLog: Sendable {
  private static let maximumWaiting = 10_000

  private let path: String?
  private let queue = DispatchQueue(label: "relctl.log")
  private let descriptor: Mutex<Int32>
  private let waiting = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)

  init(file path: String?) throws(CommandError) {
    self.path = path
    descriptor = Mutex(try path.map(Self.open) ?? STDERR_FILENO)
  }

  func write(_ level: String, _ message: String) {
    write(["level": .string(level), "message": .string(message)])
  }

  /// Waits until everything before this is written.
  func flush() { queue.sync {} }

  /// Opens the log file anew, for a program that moved the old one away.
  func reopen() throws(CommandError) {
    guard let path else { return }
    let fresh = try Self.open(path)
    let old = descriptor.withLock { descriptor in
      defer { descriptor = fresh }
      return descriptor
    }
    close(old)
  }

  /// Writes one line with these members and the time.
  func write(_ members: [String: JSONValue]) {
    guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.maximumWaiting else {
      waiting.wrappingSubtract(1, ordering: .relaxed)
      dropped.wrappingAdd(1, ordering: .relaxed)
      return
    }
    var members = members
    members["at"] = .string(Clock.now.description)
    queue.async { [self, members] in
      waiting.wrappingSubtract(1, ordering: .relaxed)
      var members = members
      let lost = dropped.exchange(0, ordering: .relaxed)
      if lost > 0 { members["droppedLinesBefore"] = .integer(Int64(lost)) }
      let line = Array((JSONValue.object(members).line + "\n").utf8)
      descriptor.withLock { _ = StandardStream.write(line[...], to: $0) }
    }
  }

  private static func open(_ path: String) throws(CommandError) -> Int32 {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o640)
    let cause = errno
    guard descriptor >= 0 else {
      throw CommandError(.failed, "file_unwritable", "cannot write '\(path)': \(SystemError.text(cause))")
    }
    return descriptor
  }
}
