import ReleaseModel

extension Bridge {
  /// The bridge to a session's device.
  ///
  /// - Parameters:
  ///   - source: whom `release.checkForUpdate` asks, and as what.
  ///   - restartFailed: told of a restart that failed after its page was told that it began.
  ///   - notKept: told when the disk does not take that a declined update is asked about again, for a log.
  public convenience init(
    _ session: WrapperSession, source: ReleaseSource,
    restartFailed: @escaping @Sendable (any Error) -> Void = { _ in },
    notKept: @escaping @Sendable (InstallerError) -> Void = { _ in }
  ) async throws(InstallerError) {
    let installer = session.installer
    let priority = UpdatePriority(
      canRestart: try session.isAbleToRestart(),
      decisions: try await installer.updateDecisions())
    self.init(
      SessionDevice(session: session, source: source, restartFailed: restartFailed),
      priority: SharedPriority(priority) { (decisions) throws(InstallerError) in
        try await installer.keep(decisions)
      }, notKept: notKept)
  }
}
