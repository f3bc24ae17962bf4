import Synchronization
import WrapperInstaller

/// Serves what a session starts, and knows by name what runs and what ran before it, so that a person can be told.
final class RunningReleases: LocalContent {
  private struct State {
    var running: String?
    var before: String?
  }

  private let content: any LocalContent
  private let state = Mutex(State())

  init(_ content: any LocalContent) { self.content = content }

  /// Serves the files of a launch.
  func start(_ launch: Launch) async throws {
    state.withLock { state in
      state.before = state.running
      state.running = launch.version.map { "release \($0)" } ?? "the built-in release"
    }
    try await content.start(launch)
  }

  /// Ends serving.
  func stop() async { await content.stop() }

  /// Ends serving, and lets go of the session.
  func end() async { await content.end() }

  /// Says that what ran before did not work, and what runs instead.
  ///
  /// - Parameter isBlocked: whether it was taken back for good.
  func failure(_ code: String, isBlocked: Bool) -> String {
    let (before, running) = state.withLock { ($0.before ?? "the release", $0.running ?? "nothing") }
    let fate =
      isBlocked
      ? "did not work and was taken back (\(code)); its bytes are not tried again"
      : "did not start (\(code)), and waits for the next launch"
    return "\(before) \(fate). \(running) runs instead"
  }
}
