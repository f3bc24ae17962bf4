import ReleaseModel
import ReleaseTrust
import WrapperInstaller

/// One simulated device that asks a registry: what `wrapper install` and `wrapper run` are told of it.
struct WrapperDevice {
  private static let channel = Argument.requiredOption(
    "--channel", "CHANNEL", "the channel that the device follows", parse: Channel.init(parsing:))
  private static let cohort = Argument.option(
    "--cohort", "N", "the device's number for phased rollouts, 0 to 9999", parse: Cohort.init(parsing:))

  /// The device itself; the server's arguments come besides.
  static let arguments: [any Declared] = [
    WrapperArguments.root, channel, PolicyArguments.platform, WrapperArguments.wrapperVersion, cohort,
    WrapperArguments.builtIn, WrapperArguments.trustRoot, ReportingInstaller.noReports,
  ]

  let source: ReleaseSource
  let platform: String
  let wrapperVersion: String
  let reporting: ReportingInstaller

  var installer: ReleaseInstaller { reporting.installer }

  /// Reads the arguments, and makes the device's folder.
  ///
  /// - Parameter change: adjusts the bounds within which the device installs.
  init(_ invocation: Invocation, _ change: (inout InstallerSettings) -> Void = { _ in }) throws {
    let connection = try ConnectionSettings(invocation)
    platform = try invocation[PolicyArguments.platform].rawValue
    wrapperVersion = try invocation[WrapperArguments.wrapperVersion].description
    source = try ReleaseSource(
      server: connection.server, channel: try invocation[Self.channel].name, platform: platform,
      wrapperVersion: wrapperVersion, cohort: try invocation[Self.cohort]?.value)
    try FolderWriter.create(invocation[WrapperArguments.root])
    reporting = try ReportingInstaller(
      invocation, builtIn: invocation[WrapperArguments.builtIn], connection: connection
    ) { settings in
      if let file = try invocation[WrapperArguments.trustRoot] {
        settings.trustRoot = try TrustRootFile.read(
          file, from: invocation.source(of: WrapperArguments.trustRoot))
      }
      change(&settings)
    }
  }
}
