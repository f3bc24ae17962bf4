import ReleaseModel
import WrapperInstaller

/// The arguments that the commands about one simulated device share.
enum WrapperArguments {
  static let root = Argument.requiredOption(
    "--root", "DIR", "the device's documents folder", suggesting: .folder, parse: Parse.path)
  static let wrapperVersion = Argument.requiredOption(
    "--wrapper-version", "VERSION", "the wrapper's version, such as 4.5.0",
    parse: SemanticVersion.init(parsing:))
  static let token = Argument.requiredOption(
    "--token", "TOKEN", "what 'relctl wrapper launch' printed for the running launch", parse: Parse.name)
  static let builtIn = Argument.option(
    "--built-in", "DIR", "the web files inside the app, to fall back to", suggesting: .folder,
    parse: Parse.path)
  static let trustRoot = Argument.option(
    "--trust-root", "FILE",
    "the root.json that the app is delivered with; nothing unsigned is installed then",
    environment: TrustRootFile.variable, suggesting: .file, parse: TrustRootFile.path)

  /// The installer that a wrapper would embed, on this device.
  static func installer(
    _ invocation: Invocation, builtIn: String? = nil, settings: InstallerSettings = InstallerSettings()
  ) throws -> ReleaseInstaller {
    ReleaseInstaller(
      documentsFolder: try invocation[root], builtIn: builtIn.map { BuiltInRelease(folder: $0) },
      settings: settings)
  }
}
