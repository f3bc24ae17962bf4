extension ReleaseInstaller {
  /// The address of the registry that this device reports to, which is the one that it asked last; nil before it asked one.
  package func reportedServer() async throws(InstallerError) -> String? {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in
      try installation.reportedServer()
    }
  }
}
