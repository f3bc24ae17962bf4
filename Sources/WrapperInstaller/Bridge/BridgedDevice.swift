/// What the bridge asks of a device; a `WrapperSession` in an app.
protocol BridgedDevice: Sendable {
  /// Asks for a web release and installs it.
  func install() async throws(InstallerError) -> InstallResult
  /// Asks whether the wrapper itself should be updated.
  func nativeAdvice() async throws(InstallerError) -> NativeUpdateAdvice
  /// Begins to start the installed release. Returns as soon as it is clear whether that happens; the rest goes on by
  /// itself.
  func beginRestart() async throws(InstallerError) -> RestartBeginning
  /// Takes the page's word that it works.
  func confirm(token: String) async throws(InstallerError) -> Confirmation
  /// How the web update stands.
  func state() async throws(InstallerError) -> UpdateState
  /// The time of day, as RFC 3339.
  func timeOfDay() -> String
}

/// Whether a restart began.
enum RestartBeginning: Hashable {
  /// The page that asked is about to go.
  case restarting
  /// This wrapper cannot.
  case unsupported
  /// What is installed runs already.
  case noUpdateInstalled
}
