/// What a wrapper embeds: keeps the web release on this device current, complete and able to go back.
///
/// Everything lives in the folder `mobile-web` under the wrapper's documents folder. At any moment, whatever was killed
/// or cut, the release that starts next is the complete old one or the complete new one. Calls may come from several
/// threads and processes; one installation at a time works, a second one fails with `install_in_progress`.
///
/// ```swift
/// let installer = ReleaseInstaller(documentsFolder: documents, builtIn: BuiltInRelease(folder: bundle))
/// let started = try await installer.beginLaunch(wrapperVersion: "4.5.0")
/// let source = try ReleaseSource(
///   server: "https://releases.example.com", channel: "production", platform: "ios", wrapperVersion: "4.5.0")
/// let result = try await installer.install(from: source)
/// ```
public struct ReleaseInstaller: Sendable {
  let installation: Installation

  /// An installer in surroundings of a test's own.
  init(_ installation: Installation) { self.installation = installation }

  /// What a session takes from the world.
  var environment: DeviceEnvironment { installation.environment }

  /// Names the folders; touches nothing yet.
  ///
  /// - Parameters:
  ///   - documentsFolder: an existing folder that only this app writes to.
  ///   - builtIn: the release inside the app. Without it, the one that an earlier call named is used.
  public init(
    documentsFolder: String, builtIn: BuiltInRelease? = nil, settings: InstallerSettings = InstallerSettings()
  ) {
    installation = Installation(
      documentsFolder: documentsFolder, builtIn: builtIn, settings: settings, environment: .system)
  }

  /// The same on a device whose surroundings are not as they should be; for simulations.
  package init(
    documentsFolder: String, builtIn: BuiltInRelease?, settings: InstallerSettings,
    conditions: DeviceConditions
  ) {
    installation = Installation(
      documentsFolder: documentsFolder, builtIn: builtIn, settings: settings,
      environment: conditions.environment)
  }

  /// Asks the server, and installs the release that it offers if this device is to run it. The release starts at the
  /// next launch. Cancelling the task ends the call with `cancelled`; a part of an archive stays and is continued.
  ///
  /// - Parameter progress: told what is being done, from another thread.
  public func install(
    from source: ReleaseSource, progress: @escaping @Sendable (InstallProgress) -> Void = { _ in }
  ) async throws(InstallerError) -> InstallResult {
    try await BlockingWork.run { [installation] (cancellation) throws(InstallerError) in
      try installation.install(from: source, cancellation: cancellation, progress: progress)
    }
  }

  /// Asks whether the wrapper itself should be updated in the store. A failure is an error, never `required`.
  ///
  /// - Parameter mode: by default an answer of the last five minutes is used without asking, and one of the last day stands in
  ///   when the server cannot answer.
  public func checkNativeUpdate(
    from source: ReleaseSource, _ mode: ReadMode = .preferFresh
  ) async throws(InstallerError) -> NativeUpdateAdvice {
    try await BlockingWork.run { [installation] (cancellation) throws(InstallerError) in
      try installation.checkNativeUpdate(from: source, mode, cancellation: cancellation)
    }
  }

  /// Says which release the server offers, for showing: from what it said lately, as far as the mode allows. An installation
  /// always asks again, so a release that was paused meanwhile may be shown for five minutes, and is never installed.
  public func offeredRelease(
    from source: ReleaseSource, _ mode: ReadMode = .preferFresh
  ) async throws(InstallerError) -> ReleaseOffer {
    try await BlockingWork.run { [installation] (cancellation) throws(InstallerError) in
      try installation.offeredRelease(from: source, mode, cancellation: cancellation)
    }
  }

  /// The reports that the registry is still to get: that a release was installed or could not be, was confirmed, or was left.
  /// The app calls its `replay` when the network is back, when it comes to the front, and `sweep` every
  /// `Outbox.sweepSeconds`; nothing is sent otherwise, and no installation or launch waits for it.
  public var reports: Outbox { installation.reports }

  /// Takes back first what has failed (see `report`, and `InstallerSettings.launchAttempts`). Then chooses what to start: the current release, else the one before or the last good one, else the built-in one.
  /// A release that is damaged, blocked, or not made for this wrapper version does not start.
  ///
  /// A disk that is full, read-only or broken does not keep the app from starting: the launch then is not recorded, and
  /// the notice `launch_not_recorded` says why. Fails only for a wrapper version that is none, or when there is nothing
  /// to start and the disk is the reason.
  public func beginLaunch(wrapperVersion: String) async throws(InstallerError) -> LaunchResult {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in
      try installation.beginLaunch(wrapperVersion: wrapperVersion)
    }
  }

  /// Tells what happened to the running launch, and says how it stands. With `.foreground(for: .zero)` this only asks.
  ///
  /// A pending release whose app was in the foreground for the whole ready timeout without its page's word is taken back
  /// at once, as is one whose last permitted launch ended by itself: the answer is `taken_back`, and `beginLaunch` starts
  /// what is there instead.
  public func report(_ event: LaunchEvent, token: String) async throws(InstallerError) -> LaunchReport {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in
      try installation.report(event, token: token)
    }
  }

  /// How the web update stands, as far as it is written down: `idle`, `installed` or `updateFailed`. What goes on in this
  /// process, a `WrapperSession` knows.
  public func updateState() async throws(InstallerError) -> UpdateState {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in try installation.updateState() }
  }

  /// Takes the page's word that its release works. The token of a launch that was not recorded confirms nothing.
  public func confirm(token: String) async throws(InstallerError) -> Confirmation {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in
      try installation.confirm(token: token)
    }
  }

  /// Leaves the current release: the one before, the last good one or the built-in one becomes current, and the content
  /// that is left is not tried again on this device. Other bytes under a new version are.
  public func rollback() async throws(InstallerError) -> RollbackResult {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in try installation.rollback() }
  }

  /// Reads every file again and says what is there; changes nothing.
  public func status() async throws(InstallerError) -> InstallationStatus {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in try installation.status() }
  }

  /// The same, and a release that did not start just now waits if anything else is there.
  func beginLaunch(
    wrapperVersion: String, holdingBack tried: ReleaseRecord?
  ) async throws(InstallerError) -> LaunchResult {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in
      try installation.beginLaunch(wrapperVersion: wrapperVersion, holdingBack: tried)
    }
  }

  /// The release that a restart would start in place of what runs.
  func installedUpdate(
    besides running: Launch?, wrapperVersion: String
  ) async throws(InstallerError) -> ReleaseRecord? {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in
      try installation.installedUpdate(besides: running, wrapperVersion: wrapperVersion)
    }
  }

  /// Writes down for the page that an update failed.
  func noteFailedUpdate(_ code: String, retryable: Bool) async throws(InstallerError) {
    try await BlockingWork.run { [installation] (_) throws(InstallerError) in
      try installation.noteFailedUpdate(code, retryable: retryable)
    }
  }
}
