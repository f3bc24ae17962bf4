/// What shows a launch's files to the user: a local server and the web view that loads from it.
public protocol LocalContent: Sendable {
  /// Serves the files of a launch, and shows its page. Throws when they cannot be served.
  func start(_ launch: Launch) async throws
  /// Ends serving; also when nothing is served.
  func stop() async
  /// The session is over: ends serving, and lets go of everything that leads back to the session. Without its own, `stop`.
  func end() async
}

extension LocalContent {
  /// Ends serving.
  public func end() async { await stop() }
}
