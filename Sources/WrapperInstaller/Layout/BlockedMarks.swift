import ReleaseModel

/// The folder `blocked`: an empty file for each content that failed here, named by its digest. A name cannot be torn, so
/// whatever becomes of `blocked.json`, which says why, the content stays blocked.
struct BlockedMarks: ~Copyable {
  private let folder: FolderHandle

  /// The contents that are marked, in the order of their digests; what is no mark is left out.
  static func all(in root: borrowing InstallationRoot) throws(InstallerError) -> [Digest] {
    guard let folder = try root.folder.existingFolder(InstallationRoot.blockedName) else { return [] }
    return try folder.names().compactMap(digest)
  }

  /// Opens the folder, making it when it is missing.
  init(_ root: borrowing InstallationRoot) throws(InstallerError) {
    folder = try root.folder.folder(InstallationRoot.blockedName)
  }

  /// Marks, durably, what has no mark yet.
  func add(_ contents: [Digest]) throws(InstallerError) {
    let there = Set(try folder.names())
    let missing = contents.map(\.description).filter { !there.contains($0) }
    for name in missing { _ = try folder.openFile(name) }
    if !missing.isEmpty { try folder.sync() }
  }

  /// Removes everything else.
  func keepOnly(_ contents: [Digest]) throws(InstallerError) {
    try folder.keepOnly(contents.map(\.description))
  }

  private static func digest(_ name: String) -> Digest? {
    do throws(ModelError) {
      return try Digest(parsing: name)
    } catch {
      return nil
    }
  }
}

extension BlockedList {
  private var contents: [Digest] { entries.map(\.artifactSha256) }

  /// Writes the list down, durably: that contents are blocked first, then why. The caller holds the lock of the state.
  func write(in root: borrowing InstallationRoot) throws(InstallerError) {
    let marks = try BlockedMarks(root)
    try marks.add(contents)
    try StateFile.blocked.write(self, in: root.folder)
    try marks.keepOnly(contents)
  }

  /// Marks what an earlier version of this library blocked without.
  func addMissingMarks(in root: borrowing InstallationRoot) throws(InstallerError) {
    if !entries.isEmpty { try BlockedMarks(root).add(contents) }
  }
}
