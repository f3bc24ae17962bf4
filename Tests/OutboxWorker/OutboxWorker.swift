import Glibc
import WrapperInstaller

/// Another process for tests of the outbox, to be killed: `enqueue` writes each id down once it is kept, `send` says what it
/// sends and never comes back from it, and `obey` enqueues for each line that it reads and says what came of it.
@main struct OutboxWorker {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { exit(2) }
    let outbox = Outbox(
      folder: arguments[2], scope: DataScope(environment: "https://api.example", actor: "user@example.com"),
      now: { 1_784_700_000 }
    ) { mutation in
      say("sending \(mutation.clientMutationId)")
      while true { pause() }
    }
    switch arguments[1] {
    case "enqueue":
      while true {
        let mutation = OutboxMutation(scopeKey: "a", kind: "test", body: [1])
        try await outbox.enqueue(mutation)
        say(mutation.clientMutationId)
      }
    case "obey":
      say("ready")
      while readLine() != nil {
        do {
          try await outbox.enqueue(OutboxMutation(scopeKey: "a", kind: "test", body: [1]))
          say("kept")
        } catch {
          say(error.code.rawValue)
        }
      }
    case "send": await outbox.replay(on: .sweep)
    default: exit(2)
    }
  }

  /// Writes a line at once, in one piece.
  private static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    write(1, bytes, bytes.count)
  }
}
