/// What the bridge and the local server need of an installation.
extension ReleaseInstaller {
  /// The files of what a launch started.
  func content(of launch: Launch) async throws(InstallerError) -> ContentTree {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in
      try installation.content(of: launch)
    }
  }

  /// What the user declined, as it was written down.
  func updateDecisions() async throws(InstallerError) -> [UpdateDecision] {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in
      try installation.updateDecisions()
    }
  }

  /// Writes down what the user declined.
  func keep(_ decisions: [UpdateDecision]) async throws(InstallerError) {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in
      try installation.keep(decisions)
    }
  }
}
