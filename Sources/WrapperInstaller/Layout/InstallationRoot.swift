import Glibc

/// The folder `mobile-web` under the wrapper's documents folder, with the fixed names in it:
/// ```
/// mobile-web/
///   releases/<version>/                complete, verified, never modified
///   releases/<version>~<n>/            the same, where another release of that version was there first
///   releases/.staging-<id>/            being built; swept at start
///   releases/.manifests/<tree>.json    what a tree must hold; the name is the digest of the bytes
///   releases/.records/<folder>.json    what the device knows of a release; current.json is rebuilt from these
///   downloads/<sha256>.partial         resumable; renamed to .zip when its hash is right
///   trust/<role>.json                  trusted metadata, byte for byte as it was signed
///   current.json                       THE commit point
///   blocked.json                       contents that failed here, and why
///   blocked/<sha256>                   empty; the same contents, should blocked.json be lost
///   findings.json                      what checks found wrong last
///   reporting.json                     who reports to whom
///   cache/                             what the server answered lately (ReadCache)
///   outbox/                            reports that the registry is still to get (Outbox)
///   lock                               held by the one that installs
/// ```
struct InstallationRoot: ~Copyable {
  /// The name of the folder under the documents folder.
  static let folderName = "mobile-web"
  /// The names in it, besides those of the state files.
  static let releasesName = "releases"
  static let downloadsName = "downloads"
  static let trustName = "trust"
  static let cacheName = "cache"
  static let outboxName = "outbox"
  static let blockedName = "blocked"
  static let lockName = "lock"

  let folder: FolderHandle

  /// Opens the layout, making its folders when they are missing.
  init(documentsFolder: String, stage: InstallStage) throws(InstallerError) {
    let documents = try Self.documents(documentsFolder, stage: stage)
    folder = try documents.folder(Self.folderName)
  }

  /// Opens the wrapper's documents folder, which is never made here.
  static func documents(_ path: String, stage: InstallStage) throws(InstallerError) -> FolderHandle {
    if let documents = try FolderHandle.existing(path: path, stage: stage) { return documents }
    throw InstallerError(
      .invalidConfiguration, during: stage,
      "there is no folder '\(path)'; name the wrapper's documents folder, or make it and install a release "
        + "(relctl wrapper install does both)")
  }

  /// Opens the layout if it is there, and makes nothing; nil when no folder has its name, or when there is no documents
  /// folder either.
  static func existing(
    documentsFolder: String, stage: InstallStage
  ) throws(InstallerError) -> InstallationRoot? {
    guard let documents = try FolderHandle.existing(path: documentsFolder, stage: stage),
      let folder = try documents.existingFolder(folderName)
    else { return nil }
    return InstallationRoot(owning: folder)
  }

  private init(owning folder: consuming FolderHandle) { self.folder = folder }

  /// The same layout, for failures of another step.
  func during(_ stage: InstallStage) throws(InstallerError) -> InstallationRoot {
    InstallationRoot(owning: try folder.reopened(stage: stage))
  }

  /// The folder of the releases' trees.
  func releases() throws(InstallerError) -> ReleaseStore {
    ReleaseStore(try folder.folder(Self.releasesName))
  }

  /// The same if it is there, making nothing.
  func existingReleases() throws(InstallerError) -> ReleaseStore? {
    guard let releases = try folder.existingFolder(Self.releasesName) else { return nil }
    return ReleaseStore(releases)
  }

  /// The folder of what is being fetched.
  func downloads() throws(InstallerError) -> FolderHandle { try folder.folder(Self.downloadsName) }

  /// Runs `body` as the one that installs; fails with `install_in_progress` when somebody else is.
  func installing<Value>(_ body: () throws(InstallerError) -> Value) throws(InstallerError) -> Value {
    guard let value = try installingIfAlone(body) else {
      throw InstallerError(
        .installInProgress, during: folder.stage,
        "another installation is working in '\(folder.path)'; wait for it to end, then try again")
    }
    return value
  }

  /// The same; nil, and `body` does not run, when somebody else is installing.
  func installingIfAlone<Value>(_ body: () throws(InstallerError) -> Value) throws(InstallerError) -> Value? {
    let path = folder.path(Self.lockName)
    let descriptor = try systemCall {
      openat(folder.descriptor, Self.lockName, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    }.orThrow("cannot open the lock", path: path, stage: folder.stage)
    guard let lock = try FileLock(owning: descriptor, path: path, waiting: false, stage: folder.stage) else {
      return nil
    }
    return try lock.holding(body)
  }

  /// Runs `body` with `current.json` and `blocked.json` to itself; waits its turn, which takes moments. A launch needs
  /// this too, and must not wait for the end of a download, so it is another lock than `lock`: that of the folder.
  func withState<Value>(_ body: () throws(InstallerError) -> Value) throws(InstallerError) -> Value {
    try folder.alone(body)
  }
}
