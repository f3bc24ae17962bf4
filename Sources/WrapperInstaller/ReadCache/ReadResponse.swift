/// What came of asking the server.
public enum ReadResponse: Sendable, Hashable {
  /// It answered.
  ///
  /// - Parameters:
  ///   - status: the HTTP status; 304 for "what you have is still right".
  ///   - entityTag: what to send as `If-None-Match` next time.
  case answered(status: Int, body: [UInt8], entityTag: String? = nil)
  /// The network failed; the reason for programs.
  case unreachable(reason: String)
}

/// What a reader gets.
public enum ReadResult: Sendable, Hashable {
  /// There is an answer.
  case answer(ReadAnswer)
  /// The server answered something else than 200, and that is the answer: 401, 403, 404 for example.
  case refused(status: Int, body: [UInt8])
  /// The server could not answer and nothing is there to stand in. The reason is the network's, or `status_<code>`.
  case unavailable(reason: String)
}

/// An answer and where it comes from.
public struct ReadAnswer: Sendable, Hashable {
  /// The bytes as the server sent them.
  public let body: [UInt8]
  /// Where they come from.
  public let source: Source
  /// How many seconds ago the server said so.
  public let ageSeconds: Int64

  /// Where an answer comes from.
  public enum Source: Sendable, Hashable {
    /// The server sent it now.
    case server
    /// It was here, and the server says now that it is still right.
    case confirmed
    /// It was here and is fresh; the server was not asked.
    case fresh
    /// It was here and stands in, because the server could not answer; the reason as in `ReadResult.unavailable`.
    case stale(reason: String)

    /// Whether the server could not be asked.
    var isStale: Bool {
      if case .stale = self { true } else { false }
    }
  }
}
