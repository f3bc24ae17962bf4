import WrapperInstaller

/// The installer of a command that may have something to tell the registry, and what such commands have in common. A report
/// is never a reason for one to fail.
struct ReportingInstaller {
  /// What every command takes that reports. Which server a report is for, the device knows: it is the one that offered the
  /// release.
  static let arguments: [any Declared] = [noReports] + reaching
  /// How the registry that a report is for can be reached.
  static let reaching: [any Declared] = [ServerArguments.profile, ServerArguments.certificateAuthorities]
  static let noReports = Argument.flag(
    "--no-reports", "do not tell the registry what came of the release")

  /// How long a command goes on for the sake of reports.
  private static let patience = Duration.seconds(10)

  let installer: ReleaseInstaller
  let sendsReports: Bool

  /// Reads the arguments.
  ///
  /// - Parameters:
  ///   - connection: how the registry is reached that the command talks to; nil when it talks to none but for reports.
  ///   - change: adjusts the bounds within which the device works.
  init(
    _ invocation: Invocation, builtIn: String? = nil, connection: ConnectionSettings? = nil,
    _ change: (inout InstallerSettings) throws -> Void = { _ in }
  ) throws {
    var settings = InstallerSettings()
    settings.sendsReports = try !invocation[Self.noReports]
    if let connection {
      settings.certificateAuthorityFile = connection.certificateAuthorityFile
    } else if settings.sendsReports {
      settings.certificateAuthorityFile = try Self.authoritiesIfReadable(invocation)
    }
    try change(&settings)
    sendsReports = settings.sendsReports
    installer = try WrapperArguments.installer(invocation, builtIn: builtIn, settings: settings)
  }

  /// The certificate authorities for reports to the registry that the device asked last.
  static func authorities(_ invocation: Invocation) throws -> String? {
    let device = try WrapperArguments.installer(invocation)
    return try ConnectionSettings.certificateAuthorityFile(
      invocation, for: waiting { try await device.reportedServer() })
  }

  /// The same. What is wrong with the profiles is said, and no more: the report waits.
  private static func authoritiesIfReadable(_ invocation: Invocation) throws -> String? {
    do {
      return try authorities(invocation)
    } catch let error as InstallerError {
      invocation.console.warn(
        "reports may have to wait on the device: \(error.message)", code: error.code.rawValue)
      return nil
    } catch let error as CommandError {
      invocation.console.warn(
        "reports may have to wait on the device: \(error.message)", code: error.code)
      return nil
    }
  }

  /// Sends what is due, once the command has said what it had to say. What cannot be sent now waits on the device.
  func sendReports() throws {
    guard sendsReports else { return }
    try waiting {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await installer.reports.replay(on: .enqueued) }
        group.addTask { do { try await Task.sleep(for: Self.patience) } catch {} }
        await group.next()
        group.cancelAll()
      }
    }
  }

  /// Sends what is due now and whenever something may have come up, as an app does that keeps running. Returns when its task
  /// is cancelled.
  func keepSendingReports() async {
    guard sendsReports else { return }
    var signal = OutboxSignal.focus
    while !Task.isCancelled {
      await installer.reports.replay(on: signal)
      signal = .sweep
      do { try await Task.sleep(for: .seconds(Outbox.sweepSeconds)) } catch {}
    }
  }
}
