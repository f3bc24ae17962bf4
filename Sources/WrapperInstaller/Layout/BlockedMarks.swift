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

  /// Marks, durably, what has no mark yet; returns what that was. When it fails, nothing is marked that was not.
  @discardableResult
  func add(_ contents: [Digest]) throws(InstallerError) -> [Digest] {
    let there = Set(try folder.names())
    let missing = contents.filter { !there.contains($0.description) }
    do throws(InstallerError) {
      for content in missing { _ = try folder.openFile(content.description) }
      if !missing.isEmpty { try folder.sync() }
    } catch {
      takeBack(missing)
      throw error
    }
    return missing
  }

  /// Removes marks that were just made. That takes no room, so it works on a full disk as well.
  func takeBack(_ contents: [Digest]) {
    for content in contents {
      // The failure to report is the one that came before. A mark that stays blocks content that was to be blocked.
      do throws(InstallerError) { try folder.remove(content.description) } catch {}
    }
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
  ///
  /// Fails with `pointer_not_durable` when the list is in place and only its durability is in doubt; with every other code
  /// nothing is blocked that was not.
  func write(in root: borrowing InstallationRoot) throws(InstallerError) {
    let marks = try BlockedMarks(root)
    let new = try marks.add(contents)
    do throws(InstallerError) {
      try StateFile.blocked.put(self, in: root.folder)
    } catch {
      marks.takeBack(new)
      throw error
    }
    do throws(InstallerError) {
      try root.folder.sync()
    } catch {
      throw InstallerError(
        .pointerNotDurable, during: root.folder.stage,
        "the new '\(root.folder.path(StateFile.blocked.name))' is in place and what it names does not start any more, but a "
          + "power cut may bring the one before back: \(error.message)", cause: error)
    }
    // A mark too many keeps out content that failed here long ago, and goes with the next one that fails.
    do throws(InstallerError) { try marks.keepOnly(contents) } catch {}
  }

  /// Marks what an earlier version of this library blocked without.
  func addMissingMarks(in root: borrowing InstallationRoot) throws(InstallerError) {
    if !entries.isEmpty { try BlockedMarks(root).add(contents) }
  }
}
