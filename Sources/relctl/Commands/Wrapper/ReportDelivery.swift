import WrapperInstaller

/// Sends a device's reports once its command has said what it had to say. What cannot be sent now waits on the device.
enum ReportDelivery {
  /// How long a command goes on for the sake of reports.
  private static let patience = Duration.seconds(10)

  /// The settings of a device that reports unless it was told not to.
  static func settings(_ invocation: Invocation) throws -> InstallerSettings {
    var settings = InstallerSettings()
    settings.sendsReports = try !invocation[WrapperArguments.noReports]
    return settings
  }

  /// Sends what is due.
  static func send(_ installer: ReleaseInstaller, _ settings: InstallerSettings) throws {
    guard settings.sendsReports else { return }
    try waiting {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await installer.reports.replay(on: .enqueued) }
        group.addTask { do { try await Task.sleep(for: patience) } catch {} }
        await group.next()
        group.cancelAll()
      }
    }
  }
}
