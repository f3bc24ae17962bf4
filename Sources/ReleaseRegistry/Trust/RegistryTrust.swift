import HTTPServer
import ReleaseTrust

/// The signed metadata of one moment, and what is answered from it on the event thread.
struct RegistryTrust: Sendable {
  let repository: SignedRepository
  /// `GET /tuf/timestamp.json`.
  let timestampAnswer: PreparedResponse

  init(_ repository: SignedRepository) {
    self.repository = repository
    let bytes = repository.online.timestamp.bytes
    timestampAnswer = PreparedResponse(
      json: bytes,
      headers: [
        "ETag": AnswerRenderer.tag(of: bytes), "Cache-Control": "no-cache",
        // A new root comes with a new timestamp, so one tag never stands for two of these.
        RootVersionField.name: RootVersionField.value(repository.offline.root.content.version),
      ])
  }
}
