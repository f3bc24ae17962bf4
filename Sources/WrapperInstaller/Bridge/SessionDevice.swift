import ReleaseModel

/// A running session, as the bridge sees it.
struct SessionDevice: BridgedDevice {
  let session: WrapperSession
  let source: ReleaseSource
  /// Told of a restart that failed after its page was told that it began.
  let restartFailed: @Sendable (any Error) -> Void

  func install() async throws(InstallerError) -> InstallResult {
    try await session.checkForUpdate(from: source)
  }

  func nativeAdvice() async throws(InstallerError) -> NativeUpdateAdvice {
    try await session.installer.checkNativeUpdate(from: source)
  }

  func confirm(token: String) async throws(InstallerError) -> Confirmation {
    try await session.confirm(token: token)
  }

  func state() async throws(InstallerError) -> UpdateState { try await session.state() }

  func timeOfDay() -> String { session.installer.environment.now().description }

  /// The restart stops the server that the page gets its answer from, and ends only with the new page's word. So whichever
  /// comes first is the answer: that the session says `restarting`, or that it does not restart.
  func beginRestart() async throws(InstallerError) -> RestartBeginning {
    let (outcomes, continuation) = AsyncStream.makeStream(of: Result<RestartBeginning, InstallerError>.self)
    let states = await session.states()
    let following = Task {
      for await state in states where state == .restarting { continuation.yield(.success(.restarting)) }
    }
    Task {
      do {
        let result = try await session.restartWithInstalledUpdate()
        continuation.yield(.success(RestartBeginning(result.outcome)))
      } catch let error as InstallerError {
        continuation.yield(.failure(error))
        restartFailed(error)
      } catch {
        continuation.yield(
          .failure(InstallerError(.localServerFailed, during: .launch, "\(error)", cause: error)))
        restartFailed(error)
      }
      following.cancel()
      continuation.finish()
    }
    var iterator = outcomes.makeAsyncIterator()
    guard let first = await iterator.next() else { return .restarting }
    return try first.get()
  }
}

extension RestartBeginning {
  fileprivate init(_ outcome: RestartResult.Outcome) {
    self =
      switch outcome {
      case .unsupported: .unsupported
      case .noUpdateInstalled: .noUpdateInstalled
      case .restarted, .inProgress, .restored: .restarting
      }
  }
}
