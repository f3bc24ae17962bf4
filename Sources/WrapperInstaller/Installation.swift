import HTTPClient
import ReleaseModel

/// One device's installation, with blocking calls; `ReleaseInstaller` is its asynchronous face.
struct Installation: Sendable {
  /// The wrapper's documents folder.
  let documentsFolder: String
  /// The release that is built into the app, if the caller says.
  let builtIn: BuiltInRelease?
  var settings: InstallerSettings
  var environment: DeviceEnvironment

  /// The path of something in the layout, for code that takes paths.
  func path(_ names: String...) -> String {
    ([documentsFolder, InstallationRoot.folderName] + names).joined(separator: "/")
  }

  /// Opens the layout for a step.
  func root(_ stage: InstallStage) throws(InstallerError) -> InstallationRoot {
    try InstallationRoot(documentsFolder: documentsFolder, stage: stage)
  }

  /// Opens the layout if it is there, and makes nothing; nil when there is none.
  func existingRoot(_ stage: InstallStage) throws(InstallerError) -> InstallationRoot? {
    try InstallationRoot.existing(documentsFolder: documentsFolder, stage: stage)
  }

  /// The built-in release: the one that the caller names, else the one that was seen last, if its entry file is there.
  func presentBuiltIn(_ pointer: CurrentPointer, _ notices: inout [Notice]) throws(InstallerError)
    -> BuiltInRelease?
  {
    guard let named = builtIn ?? pointer.builtIn else { return nil }
    if try named.isPresent() { return named }
    notices.append(
      Notice(.builtInMissing, "the built-in release has no '\(named.entryFile)' in '\(named.folder)'"))
    return nil
  }
}
